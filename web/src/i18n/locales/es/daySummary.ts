import type { Translation } from '../../catalogue.ts'
import type { daySummary as english } from '../en/daySummary.ts'

export const daySummary: Translation<typeof english> = {
  title: 'Resumen diario',
  daysIn: 'Días en {zone}<screen>. Seleccione una fila para ver los detalles</screen>',
  noDaysHint: 'Pruebe un periodo más largo o borre los filtros.',
  detailsFor: 'Detalles de {what}',
  previousRow: 'Fila anterior',
  nextRow: 'Fila siguiente',
  rowOf: '{index} de {count}',
  day: 'Día',
  machine: 'Máquina',
  product: 'Producto',
  tool: 'Utillaje',
  idleMinutes: 'Espera (min)',
  packsPacked: 'Envases',
  runMinutes: 'Marcha (min)',
  runTime: 'Tiempo de marcha',
  idleTime: 'Tiempo de espera',
  packsCount: 'Número de envases',
  meanPpm: 'Envases por minuto, media',
  speedTitle: 'Velocidad y estado de la máquina',
  speedSub: 'ppm, por minuto, horas en {zone}',
  speedSpoken:
    'Velocidad y estado de {machine} el {day}, {count, plural, one {{count} minuto} other {{count} minutos}}',
  statesTitle: 'Distribución de estados de la máquina',
  statesSub: 'tiempo en cada estado',
  start: 'Inicio ({zone})',
  mean: 'Media (ppm)',
  state: 'Estado',
  client: 'Cliente',
  noPremium: 'Ningún cliente premium',
}
