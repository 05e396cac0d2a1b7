import type { Translation } from '../../catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  skip: 'Ir al contenido',
  parts: 'Partes de esta página',
  timesIn: 'Horas <shown>mostradas </shown>en {zone}',
  newVersion: 'Hay una nueva versión disponible.',
  reload: 'Recargar',
  later: 'Más tarde',
  connectionLost: 'Conexión perdida. Valores de las {time}.',
  neverConnected: 'Conexión perdida. Aún no se ha podido cargar nada.',
  tryingIn:
    '{count, plural, one {Nuevo intento en # segundo.} other {Nuevo intento en # segundos.}}',
  trying: 'Nuevo intento.',
  retryNow: 'Reintentar ahora',
  history:
    'Se está escribiendo el historial de la demo ({percent} %): las cifras de días pasados aún crecen.',
  couldNotLoad: 'No se ha podido cargar esta página',
  couldNotLoadReason: 'Puede que Packboard se haya actualizado o que se haya perdido la conexión.',
  loadAgain: 'Cargar de nuevo',
  home: 'Inicio de Packboard',
  menu: 'Menú',
  help: 'Ayuda',
  search: 'Buscar y comandos',
  views: 'Vistas guardadas',
  myAccount: 'Mi cuenta',
  myAccountOf: 'Mi cuenta: {name}',
  factorDue:
    'Desde el {at} el inicio de sesión le pide un segundo factor. <link>Configúrelo ahora</link>',
  logout: 'Cerrar sesión',
  main: 'Menú principal',
  overview: 'Vista general',
  shift: 'Turno',
  timeline: 'Cronología',
  stops: 'Paradas',
  compare: 'Comparar',
  more: 'Más',
  wall: 'Pantalla',
  operator: 'Operario',
  daySummary: 'Resumen diario',
  panel: 'Panel de gestión',
}
