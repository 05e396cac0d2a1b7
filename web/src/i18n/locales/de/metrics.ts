import type { Translation } from '../../catalogue.ts'
import type { metrics as english } from '../en/metrics.ts'

export const metrics: Translation<typeof english> = {
  totals: 'Summen',
  packs: 'Produzierte Packungen',
  idle: 'Leerlauf gesamt',
  run: 'Laufzeit gesamt',
  oeee: 'OEEE',
  whileRunning: '{ppm} ppm im Lauf',
  share: '{share} von {window}',
  machineOeee: 'Maschinen-OEEE {percent}',
  availability: 'Verfügbarkeit',
  performance: 'Leistung',
  quality: 'Qualität',
  estimatedTarget: 'Soll geschätzt',
  partlyMeasured: 'teils gemessen',
  notMeasured: 'nicht gemessen',
  lowCoverage: 'Geringe Abdeckung: {percent} erfasst',
  targetTooLow: 'Solltakt zu niedrig?',
  packsAfterGap: '{packs} Packungen nach einer Lücke gelesen, nicht in OEEE',
  moved: 'Von {before} auf {after} geändert: {what}',
  movedPlan: 'der Plan',
  movedModes: 'Betriebsarten',
  movedLabels: '{count, plural, one {# Stillstandsgrund} other {# Stillstandsgründe}} von {people}',
  movedLabelsOnly: '{count, plural, one {# Stillstandsgrund} other {# Stillstandsgründe}}',
  movedSettings:
    '{count, plural, one {# Einstellung} other {# Einstellungen}} rückwirkend von {people}',
  movedSettingsOnly:
    '{count, plural, one {# rückwirkende Einstellung} other {# rückwirkende Einstellungen}}',
  movedNoFigure: 'Geändert: {what}',
  formerUser: 'einem früheren Benutzer',
  morePeople: '{count} weiteren',
  recovered: 'davon {time} und {packs} Packungen nach Lücken rekonstruiert',
  lastUpdated: 'Zuletzt aktualisiert',
  meanStop: '{time} im Mittel',
  atTarget: 'bei Solltempo',
}
