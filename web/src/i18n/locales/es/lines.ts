import type { Translation } from '../../catalogue.ts'
import type { lines as english } from '../en/lines.ts'

export const lines: Translation<typeof english> = {
  groupBy: 'Agrupar por',
  line: 'Línea',
  type: 'Tipo de máquina',
  none: 'Nada',
  arrange: 'Ordenar',
  done: 'Listo',
  arrangeHint:
    'Arrastre una máquina a su lugar o use las teclas de flecha. Una estrella la pone primero.',
  sums: 'Sumas de todas las máquinas',
  sumsOf: 'Sumas de {name}',
  packsSince: 'Envases desde las {time}',
  since: 'desde las {time}',
  speed: 'Velocidad',
  ofPpm: 'de {target} ppm',
  ofShift: 'turno {shift}',
  oeee: 'OEEE, {when}',
  stopTime: 'Tiempo de parada, {when}',
  coverage: 'cobertura {percent}',
  closed: 'cerrado en el plan',
  closedLong: 'Toda esta ventana está cerrada en el plan: solo cuenta lo que funcionó.',
  more: '+{count}',
  place: '{machine}, lugar {place} de {count}',
  move: 'Mover {where}. Las teclas de flecha la mueven.',
  favourite: 'Favorita: {machine}',
}
