import type { Translation } from '../../catalogue.ts'
import type { palette as english } from '../en/palette.ts'

export const palette: Translation<typeof english> = {
  title: 'Buscar y comandos',
  placeholder: 'Máquina, página, producto, periodo …',
  results: 'Lo que se encontró',
  'group.recent': 'Elegidos hace poco',
  'group.views': 'Vistas guardadas',
  'group.machines': 'Máquinas',
  'group.goTo': 'Ir a',
  'group.periods': 'Periodos',
  'group.products': 'Productos',
  'group.clients': 'Clientes',
  'group.do': 'Acciones',
  count: '{count, plural, =0 {Nada encontrado} one {{count} entrada} other {{count} entradas}}',
  nothing: 'Nada encontrado. Pruebe con una máquina, una página, un producto o un periodo.',
  choose: 'elegir',
  openIt: 'abrir',
  inNewTab: 'pestaña nueva',
  timelineOf: 'Cronología de {line}',
  daysOfProduct: 'Resumen diario, últimos 30 días',
  saveView: 'Guardar esta página, copiar enlace …',
  documentation: 'Documentación',
  themeWords: 'tema oscuro claro',
  signOutWords: 'salir cerrar sesión',
  ctrl: 'Ctrl',
  esc: 'Esc',
}
