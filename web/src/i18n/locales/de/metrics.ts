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
  recovered: 'davon {time} und {packs} Packungen nach Lücken rekonstruiert',
  lastUpdated: 'Zuletzt aktualisiert',
  meanStop: '{time} im Mittel',
  atTarget: 'bei Solltempo',
}
