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
  packsOf:
    '{count, plural, one {Envases de # máquina desde las {time}} other {Envases de # máquinas desde las {time}}}',
  since: 'desde las {time}',
  speed: 'Velocidad',
  ofPpm: 'de {target} ppm',
  ofShift: 'turno {shift}',
  oeee: 'OEEE, {when}',
  stopTime:
    '{count, plural, one {Tiempo de parada, # máquina} other {Tiempo de parada, # máquinas}}',
  coverage: 'cobertura {percent}',
  closed: 'cerrado en el plan',
  closedLong: 'Toda esta ventana está cerrada en el plan: solo cuenta lo que funcionó.',
  more: '+{count}',
  place: '{machine}, lugar {place} de {count}',
  move: 'Mover {where}. Las teclas de flecha la mueven.',
  favourite: 'Favorita: {machine}',
  proposal: 'Densidad',
  proposeCompact: '{count} máquinas: la vista compacta muestra más a la vez.',
  takeCompact: 'Usar la compacta',
  keepRoomy: 'Dejar así',
  holds: 'retiene {line}',
  waitsFor: 'espera a {machine}',
  waitsOutside: 'espera algo de fuera de la línea',
  oeeeOfLine: 'OEEE de la línea, hoy',
  oeeeOfLineLong: 'De la estación clave, desde medianoche; al lado la suma de las máquinas',
  ofLine: 'línea',
}
