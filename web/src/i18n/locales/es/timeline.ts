import type { Translation } from '../../catalogue.ts'
import type { timeline as english } from '../en/timeline.ts'

/** The lanes of all machines on one axis, in Spanish. */
export const timeline: Translation<typeof english> = {
  title: 'Cronología',
  line: 'Línea',
  keys: 'Carriles de las máquinas: izquierda y derecha por las paradas, arriba y abajo por las máquinas, Intro abre, + y − amplían y reducen, 0 muestra las últimas 24 horas',
  noStop: 'Ninguna parada elegida',
  pieceOf: '{machine}: {state}, {time}',
  longest: 'Paradas más largas:',
  allLines: 'Todas las líneas',
  noStops: 'Ninguna parada en este intervalo.',
  hint: 'Elija un tiempo para abrirlo en la página de su máquina. Arrastrar sobre un tiempo lo amplía; también Ctrl con la rueda o dos dedos. Las alarmas se marcan en intervalos de hasta 24 horas.',
  tooLong: 'Una cronología abarca como máximo 31 días.',
  hintTouch: 'Elija un tiempo para ver qué fue. Con dos dedos se amplía.',
  openTime: 'Abrir este tiempo',
  zoomTo: 'Ampliarlo',
}
