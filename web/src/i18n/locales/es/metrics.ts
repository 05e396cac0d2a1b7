import type { Translation } from '../../catalogue.ts'
import type { metrics as english } from '../en/metrics.ts'

export const metrics: Translation<typeof english> = {
  totals: 'Totales',
  packs: 'Envases producidos',
  idle: 'Tiempo de espera total',
  run: 'Tiempo de marcha total',
  oeee: 'OEEE',
  whileRunning: '{ppm} ppm en marcha',
  share: '{share} de {window}',
  machineOeee: 'OEEE de la máquina {percent}',
  availability: 'Disponibilidad',
  performance: 'Rendimiento',
  quality: 'Calidad',
  estimatedTarget: 'objetivo estimado',
  partlyMeasured: 'medida en parte',
  notMeasured: 'no medida',
  lowCoverage: 'Cobertura baja: {percent} registrado',
  targetTooLow: '¿Velocidad objetivo demasiado baja?',
  packsAfterGap: '{packs} envases leídos tras una interrupción, fuera de OEEE',
  moved:
    '{before} sin {what}, {after} {parts, plural, one {al tenerlo en cuenta} other {al tenerlos en cuenta}}',
  movedPlan: 'el plan',
  movedModes: 'los modos de la unidad',
  movedLabels: '{count, plural, one {# motivo de parada} other {# motivos de parada}} de {people}',
  movedLabelsOnly: '{count, plural, one {# motivo de parada} other {# motivos de parada}}',
  formerUser: 'un usuario anterior',
  morePeople: '{count} más',
  recovered: 'de ello, {time} y {packs} envases recuperados tras interrupciones',
  lastUpdated: 'Última actualización',
  meanStop: '{time} de media',
  atTarget: 'a la velocidad objetivo',
}
