import type { Translation } from '../../catalogue.ts'
import type { opcUa as english } from '../en/opcUa.ts'

export const opcUa: Translation<typeof english> = {
  security: 'Seguridad',
  'security.strongest': 'La más fuerte ofrecida',
  'security.none': 'Ninguna',
  'security.sign': 'Firmar',
  'security.signAndEncrypt': 'Firmar y cifrar',
  securityHint: 'La más fuerte nunca es ninguna. Ninguna va en claro.',
  userName: 'Usuario',
  userHint: 'Vacío: anónimo',
  password: 'Contraseña',
  'password.none': 'No hay ninguna guardada.',
  'password.stored': 'Hay una guardada; si se deja vacío, se conserva. Nunca se muestra.',
  'password.again':
    'La guardada vale solo para la dirección y el usuario guardados: escríbala de nuevo.',
  'password.noUser': 'Necesita un usuario.',
  dictionaryHint:
    'Los nombres de la norma se leen sin ajustar nada. Elija otra tabla si el servidor tiene palabras o números de su fabricante.',
  found: 'Lo que se encontró',
  noToken: 'Packboard se conecta al servidor de la máquina y solo lee. No hace falta token.',
  tryAgain: 'Intentar de nuevo',
  trying: 'Intentando...',
  'status.connecting': 'Conectando',
  'status.served': 'Se lee',
  'status.stale': 'El servidor no conoce el estado de la máquina',
  'status.waiting': 'No se lee',
  since: 'Desde el {since}',
  retryAt: 'próximo intento {at}',
  nothing: 'Nada todavía: la conexión se acaba de guardar.',
  server: 'Servidor',
  protection: 'Protección',
  machines: 'Objetos PackML',
  isRead: 'se lee',
  parts: 'Valores opcionales',
  missing: 'No en este servidor',
  alarms: 'Alarmas',
  'alarms.conditions': 'Condiciones de alarma',
  'alarms.array': 'Admin.Alarm',
  'alarms.none': 'Ninguna',
  clock: 'Reloj',
  'clock.ahead': '{seconds} s adelantado',
  'clock.behind': '{seconds} s atrasado',
  'clock.right': 'Exacto al segundo',
  'fault.addressNotAllowed': 'Quien opera el servidor debe permitir este host con OPCUA_HOSTS.',
  'fault.unreachable':
    'Revise la dirección, el puerto y el cortafuegos: el camino va de Packboard al servidor.',
  'fault.noSecurity': 'Active la seguridad en el servidor, o elija otra aquí.',
  'fault.certificateUnknown':
    'Compare la huella con la que muestra el servidor; después mueva el archivo de opcua/unknown a opcua/trusted en el directorio de datos e inténtelo de nuevo.',
  'fault.certificateExpired':
    'Dé un certificado nuevo al servidor, o ponga en hora el servidor de Packboard.',
  'fault.passwordInClear': 'Elija otra seguridad, o deje vacío el usuario.',
  'fault.signInRefused':
    'Revise usuario y contraseña; o haga que el servidor confíe en opcua/own/packboard.der.',
  'fault.noPackML': 'Active el modelo PackML en el servidor y publique el objeto de la máquina.',
  'fault.severalMachines': 'Añada uno de estos objetos al endpoint, tras #.',
  'fault.machineNotThere': 'Corrija el objeto tras el # del endpoint.',
  'fault.tooLarge':
    'El servidor muestra demasiados objetos: dé al usuario de Packboard una vista menor allí.',
  'fault.lost': 'La línea se cortó o el servidor se reinició. Se intenta de nuevo por sí solo.',
  'fault.failed': 'Falló por otro motivo; el registro del servidor dice más.',
}
