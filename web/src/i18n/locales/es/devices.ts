import type { Translation } from '../../catalogue.ts'
import type { devices as english } from '../en/devices.ts'

export const devices: Translation<typeof english> = {
  devices: 'Dispositivos',
  aDevice: 'dispositivo',
  hint: 'Un dispositivo envía los registros de las máquinas. Añada uno por máquina, o una pasarela para todas las de un cliente.',
  name: 'Nombre',
  nameHint: 'Forma parte del inicio de sesión; no cambia.',
  client: 'Cliente',
  sendsFor: 'Envía de',
  allMachines: 'Todas las máquinas',
  theseMachines: 'Estas máquinas',
  machines: 'Máquinas',
  tokenMade: 'Token desde',
  password: 'contraseña, aún sin token',
  oldUntil: 'Token anterior hasta',
  lastSeen: 'Visto por última vez',
  never: 'nunca',
  token: 'Token del dispositivo',
  tokenOf: 'Token de {name}',
  tokenUse:
    'Por HTTP envía <c>{header}</c>; por MQTT inicia sesión como <c>{name}</c> con el token como contraseña.',
  oldStays: 'El token anterior sigue siendo válido hasta {until}.',
  copyNow:
    'Cópielo ahora: no se volverá a mostrar. Quien lo tenga envía registros en nombre de estas máquinas.',
  copyByHand: 'El token está seleccionado: cópielo con Ctrl+C.',
  copy: 'Copiar token',
  copied: 'Copiado',
  done: 'Listo',
  rotateNamed: 'Nuevo token para {name}',
  rotate: 'Crear token',
  rotating: 'Creando...',
  oldToken: 'Token actual',
  oldTokenHint:
    '24 horas dan tiempo para poner el nuevo. Termínelo ya si otra persona puede tenerlo.',
  endsLater: 'Termina en 24 horas',
  endsNow: 'Termina ahora',
  gone: '{name} se rechaza de inmediato: lo que envíe desde ahora no se guarda. Sus registros guardados se conservan. Un administrador puede restaurarlo, con su token, durante 30 días.',
  deleted: 'Dispositivo eliminado',
  kept: 'No se pudo eliminar el dispositivo',
  success: '¡Operación correcta!',
}
