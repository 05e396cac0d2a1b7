import type { Translation } from '../../catalogue.ts'
import type { changes as english } from '../en/changes.ts'

/** What was different after a setting was changed, in Spanish. */
export const changes: Translation<typeof english> = {
  title: 'Qué cambió',
  sub: 'ajustes cambiados en la máquina, y sus cifras en la media hora anterior y posterior',
  subLast: 'los últimos {days} días de este período',
  subNewest: 'los {judged} más recientes de {count} cambios',
  changedBefore: 'Cambiado antes de que empeorara',
  none: 'Después de ninguno de {count, plural, one {{count} cambio} other {{count} cambios}} empeoró más de lo que explica el azar. Los más cercanos van primero.',
  noChanges: 'No se cambió ningún ajuste en este período.',
  showAll: 'Mostrar todos ({count})',
  showFewer: 'Mostrar solo los primeros',
  when: 'Cuándo',
  change: 'Cambiado antes',
  stops: 'Paradas propias por hora',
  rejects: 'Rechazos',
  speed: 'Paquetes por minuto de marcha',
  worse: 'peor de lo que explica el azar',
  tooLittle: 'Demasiado poca marcha de un producto antes o después para comparar.',
  showAround: 'Mostrar las medias horas alrededor de las {time}',
  fromTo: 'de {before} a {after}',
  chance:
    'Comparado con cada otro minuto de esta máquina y con los mismos minutos en otro orden; todos los cambios se corrigen juntos (5 %). Fue así antes; si fue la causa no se sabe.',
}
