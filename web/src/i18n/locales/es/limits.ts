import type { Translation } from '../../catalogue.ts'
import type { limits as english } from '../en/limits.ts'

export const limits: Translation<typeof english> = {
  title: 'Límites',
  what: 'Protegen el disco y a los demás emisores, y valen para cada dispositivo y cada máquina de esta instalación. Un cambio vale de inmediato.',
  deviceMegabytesPerDay: 'MB de un dispositivo al día',
  deviceMegabytesPerDayHint:
    'Lo demás se rechaza hasta que vuelva a haber sitio; el dispositivo lo envía más tarde. El sitio vuelve poco a poco en 24 horas.',
  quarantineRecords: 'Registros apartados por máquina',
  quarantineRecordsHint: 'Los siguientes se cuentan y no se guardan.',
  quarantineMegabytes: 'MB apartados por máquina',
  quarantineMegabytesHint: 'Los siguientes se cuentan y no se guardan.',
  inForce: 'En vigor: {value}',
  default: 'Vacío: {value}, el ajuste {setting}.',
  outside: 'Introduzca un número entero de {min} a {max}, o nada.',
  near: 'Cerca de un límite',
  nearSub: 'desde el {share}',
  name: 'Dispositivo o máquina',
  client: 'Cliente',
  limit: 'Límite',
  used: 'Usado',
  ofLimit: '{used} de {limit}',
  noMachine: 'máquinas desconocidas',
  uncounted: 'Los registros apartados no se pueden contar ahora: aquí faltan las máquinas.',
  nobodyCounted: 'Ningún dispositivo está cerca de un límite',
  nobody: 'Nada está cerca de un límite',
  nobodyHint:
    'Los dispositivos y las máquinas aparecen aquí antes de que se rechacen sus registros.',
}
