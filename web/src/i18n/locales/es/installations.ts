import type { Translation } from '../../catalogue.ts'
import type { installations as english } from '../en/installations.ts'

/** The edge recorders of a client, in Spanish. */
export const installations: Translation<typeof english> = {
  chooseFirst: 'Seleccione un cliente para ver sus registradores locales.',
  title: 'Instalaciones',
  sub: 'Registradores locales: pequeños programas cerca de las máquinas que guardan los registros mientras la línea está cortada',
  none: 'Todavía no hay registrador local',
  noneHint: 'Las máquinas envían directamente a este servidor.',
  name: 'Nombre',
  deviceAndVersion: 'Dispositivo {device}, versión {version}',
  connection: 'Conexión',
  heard: 'Última señal',
  queue: 'Registros en espera',
  sizeOf: '{size} de {most}',
  oldest: 'El más antiguo',
  notAccepted: 'No aceptados',
  clock: 'Reloj',

  'state.connected': 'Conectado',
  'state.behind': 'Envía lo pendiente',
  'state.full': 'Búfer lleno',
  'state.silent': 'Mudo',

  howTo: 'Instalar un registrador local',
  whatFor: 'En una pasarela cerca de las máquinas',
  'step.device':
    'En Dispositivos, añada un dispositivo llamado gateway para todas las máquinas de este cliente y copie su token.',
  'step.program':
    'Descomprima la versión de Packboard en la pasarela, por ejemplo en /opt/packboard. Necesita Linux y 300 MB de memoria.',
  'step.settings': 'Escriba estas líneas en /etc/packboard/edge.env, con su token:',
  'step.start':
    'Inícielo con packboard edge, o instale deploy/packboard-edge.service. En menos de un minuto aparece aquí.',
  'step.senders':
    'Haga que las máquinas envíen a la pasarela en lugar de a este servidor, con los mismos mensajes. Acceden con cualquier nombre y el token de local.token en EDGE_DIR.',
  manual: 'Más en el manual',
}
