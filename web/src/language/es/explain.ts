import type { Translation } from '../catalogue.ts'
import type { explain as english } from '../en/explain.ts'

export const explain: Translation<typeof english> = {
  explainOf: 'Explicar esta cifra: {name}',
  formula: 'Fórmula',
  terms: 'Términos',
  excluded: 'Excluido',
  nothingExcluded: 'No se ha excluido nada.',
  coverage: 'Cobertura',
  observed: 'Se ha registrado el <share>{percent}</share> del periodo.',
  lowCoverage: 'Cobertura baja',
  alarms: 'Alarmas',
  intervals: 'Intervalos',
  timeIn: 'Hora <zone>{name}</zone>',
  state: 'Estado',
  planned: 'Planificado',
  good: 'Bueno',
  seconds: 'Segundos',
  packs: 'Envases',
  share: 'Proporción',
  speed: 'Velocidad',
  sumOfAll: 'Suma de {count, plural, one {la única fila} other {todas las # filas}}',
  sumOfFirst: 'Suma de {count, plural, one {la primera fila} other {las primeras # filas}}',
  ofValue: 'de {value}',
  loadMore: 'Cargar más',
  packsOf: '{told} envases',
  alarmsOf: '{count, plural, one {{told} alarma} other {{told} alarmas}}',
  restated:
    '{before} hasta {at}, {after} tras {records, plural, one {# registro tardío} other {# registros tardíos}}',
}
