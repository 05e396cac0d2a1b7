import type { Translation } from '../../catalogue.ts'
import type { sources as english } from '../en/sources.ts'

export const sources: Translation<typeof english> = {
  chooseFirst: 'Seleccione un cliente para ver cómo envían sus máquinas.',
  title: 'Fuentes de datos',
  totals: 'Todas las máquinas en cifras',
  connected: 'Conectadas',
  ofMachines: 'de {count}',
  perMinute: 'Registros por minuto',
  longestSilence: 'Silencio más largo',
  largestSkew: 'Mayor desvío de reloj',
  countsOf: 'Cifras de las últimas 24 horas',
  searchMachine: 'Buscar máquina',
  csv: 'Guardar CSV',
  filter: 'Máquinas por estado',
  all: 'Todas, {count}',
  machine: 'Máquina',
  connection: 'Conexión',
  lastRecord: 'Último registro',
  perMinuteShort: 'Registros/min',
  hours: '24 horas',
  dataAge: 'Edad de datos',
  clock: 'Reloj',
  resets: 'Reinicios',
  duplicate: 'Duplicados',
  late: 'Tardíos',
  backFill: 'Enviados después',
  quarantined: 'Apartados',
  openDetails: 'Detalles de {name}',
  noneFound: 'No se encontraron máquinas',
  noneFoundHint: 'Ninguna máquina está en este estado y contiene estas palabras.',
  noMachines: 'No se encontraron máquinas',
  noMachinesHint: 'Aún no hay ninguna máquina asignada a este cliente.',
  unassigned:
    '{records, plural, one {{count} registro más no nombra} other {{count} registros más no nombran}} ninguna máquina de este cliente. «Datos recibidos» los muestra.',
  notAssigned: 'Vistos en el broker, sin asignar',
  notAssignedHint:
    'Lo que las pasarelas nombran en el broker de la planta y que ninguna máquina tiene configurado. Añádalo como máquina: sus registros llegan entonces por sí solos.',
  lastMessage: 'Último mensaje',
  notOwn: 'no se sabe de quién es',
  addMachine: 'Añadir máquina',
  addSeen: 'Añadir máquina: {name}',
  days: '{days, plural, one {{count} día} other {{count} días}}',

  'state.never': 'Nunca envió',
  'state.silent': 'En silencio',
  'state.clockOff': 'Reloj erróneo',
  'state.quarantined': 'Apartados',
  'state.fine': 'Correcta',

  'worst.never': '{name} nunca ha enviado.',
  'worst.never.what': 'Su conexión muestra líneas que funcionan tal como se pegan.',
  'worst.silent': '{name} está en silencio desde hace {age}.',
  'worst.silent.what':
    'Lo que llegó está guardado. Lo que retiene mientras tanto se guarda cuando vuelva a enviar.',
  'worst.clockOff': 'El reloj de {name}: {clock}.',
  'worst.clockOff.what':
    'No se pierde nada. Ajuste su reloj; si va bien, sus registros esperan en una pasarela antes de llegar.',
  'worst.quarantined':
    '{records, plural, one {{count} registro de {name} no pudo aceptarse.} other {{count} registros de {name} no pudieron aceptarse.}}',
  'worst.quarantined.what':
    'Se conservan enteros y pueden enviarse de nuevo. Los detalles dicen por qué.',
  'worst.fine': '{name} está correcta.',
  'worst.fine.what': 'No se pierde nada.',

  details: 'Detalles',
  byHour: 'Registros por hora',
  hoursSummary:
    'Registros aceptados en cada hora desde las {from}: máximo {most} a las {at}, ninguno en {without} horas.',
  mostInAnHour: 'hasta {count} en una hora',
  door: 'Protocolo',
  receivedAt: 'Llegó el último registro',
  dataAt: 'Hora en el registro más nuevo',
  received: 'Recibidos',
  receivedIs:
    '{received} = {accepted} guardados + {duplicate} duplicados + {quarantined} apartados',
  missingNumbers: 'Números que faltan',
  unknownStates: 'Estados desconocidos',
  valueTimes: 'Hora de los valores',
  timeStandsStill:
    'Sus métricas llevan una hora que está parada: cuenta la hora del mensaje. El emisor debe dar a cada valor su propia hora.',
  unknownFields: 'Campos desconocidos',
  lastNotAccepted: 'Últimos registros apartados',
  sendAgain:
    'Una vez corregida la causa, envíelos de nuevo: lo que ya estaba guardado no cuenta dos veces. Los registros de Sparkplug B y OPC UA solo puede enviarlos su máquina.',
  allAccepted: 'Todos los registros fueron aceptados',
  more: '{count} en total. «Datos recibidos» los muestra.',
  openConnection: 'Abrir conexión',
  done: 'Listo',
}
