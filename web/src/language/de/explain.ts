import type { Translation } from '../catalogue.ts'
import type { explain as english } from '../en/explain.ts'

export const explain: Translation<typeof english> = {
  explainOf: 'Diese Zahl erklären: {name}',
  formula: 'Formel',
  terms: 'Größen',
  excluded: 'Nicht gezählt',
  nothingExcluded: 'Es wurde nichts ausgelassen.',
  coverage: 'Abdeckung',
  observed: '<share>{percent}</share> des Zeitraums wurden erfasst.',
  lowCoverage: 'Geringe Abdeckung',
  alarms: 'Alarme',
  intervals: 'Abschnitte',
  timeIn: 'Zeit <zone>{name}</zone>',
  state: 'Status',
  planned: 'Geplant',
  good: 'Gut',
  seconds: 'Sekunden',
  packs: 'Packungen',
  share: 'Anteil',
  speed: 'Takt',
  sumOfAll: 'Summe {count, plural, one {der # Zeile} other {aller # Zeilen}}',
  sumOfFirst: 'Summe der ersten {count, plural, one {# Zeile} other {# Zeilen}}',
  ofValue: 'von {value}',
  loadMore: 'Mehr laden',
  packsOf: '{told} Packungen',
  alarmsOf: '{count, plural, one {{told} Alarm} other {{told} Alarme}}',
  restated:
    '{before} bis {at}, {after} nach {records, plural, one {# verspäteten Datensatz} other {# verspäteten Datensätzen}}',
}
