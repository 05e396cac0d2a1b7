import type { Translation } from '../catalogue.ts'
import type { explain as english } from '../en/explain.ts'

export const explain: Translation<typeof english> = {
  explainOf: 'Spiega questo numero: {name}',
  formula: 'Formula',
  terms: 'Termini',
  excluded: 'Escluso',
  nothingExcluded: 'Non è stato escluso nulla.',
  coverage: 'Copertura',
  observed: 'È stato rilevato il <share>{percent}</share> del periodo.',
  lowCoverage: 'Copertura bassa',
  alarms: 'Allarmi',
  intervals: 'Intervalli',
  timeIn: 'Ora <zone>{name}</zone>',
  state: 'Stato',
  planned: 'Pianificato',
  good: 'Buono',
  seconds: 'Secondi',
  packs: 'Confezioni',
  share: 'Quota',
  speed: 'Velocità',
  sumOfAll: 'Somma {count, plural, one {dell’unica riga} other {di tutte le # righe}}',
  sumOfFirst: 'Somma {count, plural, one {della prima riga} other {delle prime # righe}}',
  ofValue: 'di {value}',
  loadMore: 'Carica altro',
  packsOf: '{told} confezioni',
  alarmsOf: '{count, plural, one {{told} allarme} other {{told} allarmi}}',
  restated:
    '{before} fino a {at}, {after} dopo {records, plural, one {# record in ritardo} other {# record in ritardo}}',
}
