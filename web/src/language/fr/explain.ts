import type { Translation } from '../catalogue.ts'
import type { explain as english } from '../en/explain.ts'

export const explain: Translation<typeof english> = {
  explainOf: 'Expliquer ce chiffre : {name}',
  formula: 'Formule',
  terms: 'Termes',
  excluded: 'Exclu',
  nothingExcluded: 'Rien n’a été exclu.',
  coverage: 'Couverture',
  observed: '<share>{percent}</share> de la période ont été observés.',
  lowCoverage: 'Couverture faible',
  alarms: 'Alarmes',
  intervals: 'Intervalles',
  timeIn: 'Heure <zone>{name}</zone>',
  state: 'État',
  planned: 'Planifié',
  good: 'Bon',
  seconds: 'Secondes',
  packs: 'Paquets',
  share: 'Part',
  speed: 'Cadence',
  sumOfAll: 'Somme {count, plural, one {de la # ligne} other {des # lignes}}',
  sumOfFirst: 'Somme {count, plural, one {de la première ligne} other {des # premières lignes}}',
  ofValue: 'sur {value}',
  loadMore: 'Charger plus',
  packsOf: '{told} paquets',
  alarmsOf: '{count, plural, one {{told} alarme} other {{told} alarmes}}',
  restated:
    '{before} jusqu’à {at}, {after} après {records, plural, one {# enregistrement tardif} other {# enregistrements tardifs}}',
}
