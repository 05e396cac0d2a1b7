import type { Translation } from '../../catalogue.ts'
import type { clock as english } from '../en/clock.ts'

export const clock: Translation<typeof english> = {
  timesIn: 'Horas en',
  mine: 'Mi hora ({zone})',
  factory: 'Hora de la planta ({zone})',
  ofLink: 'Hora del enlace ({zone})',
}
