import type { Translation } from '../../catalogue.ts'
import type { doctor as english } from '../en/doctor.ts'

export const doctor: Translation<typeof english> = {
  title: 'Qué tabla es la correcta',
  scores: 'Transiciones de PackML con cada tabla',
  legal: '{legal} de {of} permitidas',
  inUse: 'en uso',
  words: 'La máquina nombra sus estados: sus números no se leen y la tabla no importa.',
  watching:
    '{pairs, plural, =0 {Todavía no se ha visto nada.} one {Se ha visto # transición distinta.} other {Se han visto # transiciones distintas.}} Cuando la máquina arranque o pare se sabrá más.',
  tied: 'Aún no se puede decidir: {first} y {second} explican igual de bien lo visto. Un arranque o una parada de la máquina decide.',
  none: 'Ninguna de las tablas conocidas sirve: los números son del fabricante. Dé a la máquina una tabla propia.',
  foundInUse: '{name} sirve y está en uso.',
  foundOther: '{name} sirve; la máquina se lee con {inUse}.',
  foundBesideTable: '{name} sirve; la máquina se lee con una tabla propia.',
  use: 'Usar esta tabla: {name}',
  asItIs: 'Está bien así',
  confirming: 'Confirmando...',
  done: 'Confirmada',
  provisional: 'Provisional',
  provisionalWhy:
    'Las cifras de esta máquina son provisionales hasta que alguien confirme su tabla. Confirmar no cambia ninguna; otra tabla vale desde el siguiente mensaje.',
  whoConfirms: 'La confirma quien administra la instalación.',
  confirmedBy: 'Confirmada por {name}, {at}',
  confirmedBefore: 'En uso antes de que se pudiera confirmar; cuenta como confirmada desde {at}',
}
