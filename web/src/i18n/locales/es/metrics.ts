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
  moved: 'Cambiado de {before} a {after}: {what}',
  movedPlan: 'el plan',
  movedModes: 'los modos de la unidad',
  movedLabels: '{count, plural, one {# motivo de parada} other {# motivos de parada}} de {people}',
  movedLabelsOnly: '{count, plural, one {# motivo de parada} other {# motivos de parada}}',
  movedSettings:
    '{count, plural, one {# ajuste aplicado} other {# ajustes aplicados}} al pasado por {people}',
  movedSettingsOnly:
    '{count, plural, one {# ajuste aplicado} other {# ajustes aplicados}} al pasado',
  movedNoFigure: 'Cambiado: {what}',
  formerUser: 'un usuario anterior',
  morePeople: '{count} más',
  recovered: 'de ello, {time} y {packs} envases recuperados tras interrupciones',
  lastUpdated: 'Última actualización',
  meanStop: '{time} de media',
  atTarget: 'a la velocidad objetivo',
}
