import type { Translation } from '../../catalogue.ts'
import type { metrics as english } from '../en/metrics.ts'

export const metrics: Translation<typeof english> = {
  totals: 'Totali',
  packs: 'Confezioni prodotte',
  idle: 'Tempo di attesa totale',
  run: 'Tempo di marcia totale',
  oeee: 'OEEE',
  whileRunning: '{ppm} ppm in marcia',
  share: '{share} di {window}',
  machineOeee: 'OEEE macchina {percent}',
  availability: 'Disponibilità',
  performance: 'Prestazione',
  quality: 'Qualità',
  estimatedTarget: 'obiettivo stimato',
  partlyMeasured: 'misurata in parte',
  notMeasured: 'non misurata',
  lowCoverage: 'Copertura bassa: {percent} rilevato',
  targetTooLow: 'Velocità obiettivo troppo bassa?',
  packsAfterGap: '{packs} confezioni lette dopo un’interruzione, non in OEEE',
  moved: 'Cambiato da {before} a {after}: {what}',
  movedPlan: 'il piano',
  movedModes: 'le modalità operative',
  movedLabels: '{count, plural, one {# causa di fermo} other {# cause di fermo}} di {people}',
  movedLabelsOnly: '{count, plural, one {# causa di fermo} other {# cause di fermo}}',
  movedSettings:
    '{count, plural, one {# impostazione applicata} other {# impostazioni applicate}} al passato da {people}',
  movedSettingsOnly:
    '{count, plural, one {# impostazione applicata} other {# impostazioni applicate}} al passato',
  movedNoFigure: 'Cambiato: {what}',
  formerUser: 'un utente precedente',
  morePeople: 'altri {count}',
  recovered: 'di cui {time} e {packs} confezioni recuperati dopo interruzioni',
  lastUpdated: 'Ultimo aggiornamento',
  meanStop: '{time} in media',
  atTarget: 'alla velocità obiettivo',
}
