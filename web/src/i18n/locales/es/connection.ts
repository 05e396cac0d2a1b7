import type { Translation } from '../../catalogue.ts'
import type { connection as english } from '../en/connection.ts'

export const connection: Translation<typeof english> = {
  title: 'Conexión',
  openOf: 'Conexión de {name}',
  trail: 'Dónde está esta página',
  discard: 'Descartar',
  save: 'Guardar',
  saving: 'Guardando...',
  saved: 'Conexión guardada',
  notSaved: 'Aún sin guardar',
  notFound: 'Esta máquina no existe',
  notFoundHint: 'Se eliminó, o la dirección es incorrecta.',
  toMachines: 'Todas las máquinas',

  how: 'Cómo se conecta',
  connector: 'Conector',
  topicPrefix: 'Prefijo de topics',
  edgeNode: 'Grupo / nodo edge / dispositivo',
  endpoint: 'Endpoint',
  addressOnPlant: 'En el bróker de la planta; vacío: bajo {topic}, allí o en nuestro bróker',
  ownTopic: 'En nuestro bróker la nombra su número de serie',
  noAddress: 'No necesita dirección: los registros nombran la máquina.',
  holdLimit: 'Límite de retención',
  seconds: 's',
  holdHint: 'Cuánto vale una muestra. {seconds} s de {type}',
  holdWrong: 'Segundos enteros de 1 a {most}',
  designSpeed: 'Velocidad de diseño',
  perMinute: 'ppm',
  designHint: '{speed} ppm de {type}',
  designNone: '{type} no tiene',
  designWrong: 'Un número mayor que 0',
  countsForAll:
    'El límite de retención y la velocidad de diseño valen para todos los registros, también los anteriores.',

  states: 'Cómo se llaman los estados',
  dictionary: 'Tabla de estados',
  standard: 'ISA-TR88',
  ownTable: 'Tabla propia',
  dictionaryHint:
    'Los números de PackML cambian según el fabricante. Una tabla vale desde el próximo mensaje.',
  dictionaryMissing: 'Elija cómo numera esta máquina sus estados.',
  word: 'Nombre o número',
  wordOf: 'Nombre o número de la línea {line}',
  state: 'Estado aquí',
  stateOf: 'Estado de la línea {line}',
  addLine: 'Añadir línea',
  removeLine: 'Quitar la línea {line}',
  lineEmpty: 'Escriba lo que envía la máquina.',
  lineLong: 'Como máximo {most} caracteres',
  lineTwice: 'Ya está en la línea {first}.',
  lineStateless: 'Elija un estado.',
  tableFull: 'Una tabla propia tiene como máximo {most} líneas.',

  token: 'Token y primer registro',
  makeToken: 'Crear token',
  tokenExists:
    'Hay un token de {name}, creado el {at}; no se puede volver a leer. Uno nuevo lo sustituye, y sigue valiendo un día más.',
  makeAnother: 'Crear uno nuevo',
  making: 'Creando...',
  tokenOf: 'Token de {name}',
  tokenWhat: 'Solo {name} puede enviar con él. Se muestra una vez y no se puede volver a leer.',
  oldStays: 'El anterior sigue siendo válido hasta el {until}.',
  copy: 'Copiar',
  copied: 'Copiado',
  copyByHand: 'Está marcado: cópielo con Ctrl+C.',
  copyLines: 'Copiar las líneas',
  lines: 'Primer registro con',
  broker: 'Publica en',
  'broker.plant': 'Bróker de la planta',
  'broker.own': 'Bróker de Packboard',
  tokenPlace: 'TOKEN está en lugar del token: cree uno y las líneas funcionan tal cual.',
  tokenYours: 'Escriba su token en lugar de TOKEN, o cree uno nuevo.',
  saveFirst: 'Las líneas son las de la conexión de arriba; valen cuando está guardada.',
  httpWhat: 'Funciona desde cualquier terminal, sea cual sea el conector.',
  nodeRedWhat: 'En Node-RED: menú, Import, pegar y después Deploy. Envía un registro cada 10 s.',
  programWhat:
    '<c>npm install sparkplug-client</c>, guárdelo como <c>machine.cjs</c> y después <c>node machine.cjs</c>. Se anuncia como esta máquina y dice cada 10 s que envasa.',
  programTls:
    'Nuestro bróker está cifrado. Si su certificado es de una autoridad propia, inícielo con NODE_EXTRA_CA_CERTS=ca.pem node machine.cjs.',
  'hint.loopback':
    'Nuestro bróker escucha solo en el propio servidor. Para que lleguen las máquinas, quien lo opera fija MQTT_HOST y un certificado (MQTT_TLS_CERT, MQTT_TLS_KEY).',
  'hint.plain':
    'Nuestro bróker no está cifrado: los tokens cruzan la red en claro. Solo para una red segura.',
  'hint.tls':
    'Nuestro bróker está cifrado. Si su certificado es de una autoridad propia, escriba --cafile ca.pem en lugar de --tls-use-os-certs.',
  'hint.mqtt5':
    'Nuestro broker habla MQTT 3.1.1: configure el cliente así (también llamado versión 4). Un cliente que solo habla MQTT 5 publica en un broker de la planta (MQTT_URL).',
  'hint.external':
    'La máquina publica en el bróker de la planta. USER y PASSWORD están en lugar de una cuenta de ese bróker.',
  'hint.pageLoopback': 'Esta dirección llega solo al propio servidor: pegue las líneas allí.',

  sent: 'Lo que hay que saber',
  'sent.packs':
    '<c>packs</c> es el contador continuo de la máquina, no los envases desde el último registro. El primer registro no añade ninguno. Cuando el contador baja, se puso a cero: entonces el nuevo valor cuenta como envases.',
  'sent.counter':
    'El contador de envases es el contador continuo de la máquina. Su primer valor no añade envases. Cuando baja, se puso a cero: entonces el nuevo valor cuenta como envases.',
  'sent.offline':
    'Tras {seconds} s sin registro la máquina está OFFLINE; ese es su límite de retención. Un registro puede omitir lo que no ha cambiado.',
  'sent.offlineSession': 'La máquina está OFFLINE en cuanto termina su conexión.',
  'sent.speed':
    '<c>speed</c> son los envases por minuto en ese momento. Sin él, los gráficos no tienen velocidad.',
  'sent.timeByHttp':
    '<c>time</c> es necesario: milisegundos desde 1970 o ISO 8601 con desfase horario. Por MQTT puede omitirse.',
  'sent.timeByMqtt':
    '<c>time</c> puede omitirse: entonces el registro cuenta cuando se recibe. Se escribe en milisegundos desde 1970 o en ISO 8601 con desfase horario.',
  'sent.timeOfTags': 'Los tags no llevan hora: un valor cuenta cuando se recibe.',
  'sent.state':
    '<c>state</c> es un nombre de la lista o su número; las mayúsculas, los espacios y los guiones no importan.',
  'sent.stateOfNumbers':
    'La tabla de estados convierte lo que envía la máquina en uno de estos estados.',
  'sent.states': 'Los {count} estados y cómo se escriben',
  'sent.manual': 'Todos los campos y respuestas en el manual (en inglés)',

  'addressHint.topicPrefix': 'Va delante de sus topics, como {example}',
  'addressHint.edgeNode':
    'Como está en la pasarela, con sus mayúsculas: {example}. Sin dispositivo, el propio nodo edge es la máquina',
  'addressHint.endpoint':
    'Como {example}. Si el servidor tiene varias máquinas, # y el objeto: #Hall 2/Line 4',
  gateway: 'Pasarela',
  'gateway.host': 'Host del servidor',
  'gateway.port': 'Puerto',
  'gateway.encryption': 'Cifrado',
  'gateway.tls': 'TLS',
  'gateway.plain': 'ninguno',
  'gateway.user': 'Usuario',
  'gateway.password': 'Contraseña',
  'gateway.group': 'Grupo',
  'gateway.edgeNode': 'Nodo edge',
  'gateway.device': 'Dispositivo',
  'gateway.noDevice': 'ninguno: el nodo edge es la máquina',
  gatewayWhat: 'Introdúzcalo en la pasarela. Los tags de PackML se leen por sus nombres.',
  gatewaySeveral:
    'Una pasarela con varias máquinas entra como un dispositivo del panel vinculado a todas ellas.',
  gatewayHostId:
    'Si la pasarela pide un primary host ID, es packboard; con varias celdas en un bróker, packboard-0, packboard-1 …',
  gatewayToken: 'TOKEN está en lugar del token: cree uno.',
  gatewaySaved: 'Los ajustes son los de la conexión de arriba; valen cuando está guardada.',
  gatewayTls:
    'Nuestro bróker está cifrado. Si su certificado es de una autoridad propia, dé a la pasarela el certificado de esa autoridad.',
  noGatewayHint:
    'Introduzca estos ajustes en la pasarela. Lo que llega está aquí un segundo después.',
  noReadHint: 'Lo que dice el servidor de la máquina está aquí un segundo después.',
  'stuck.unlisted': 'Enviado y no listado: compare grupo, nodo edge y dispositivo letra por letra.',

  waiting: 'Esperando el primer registro',
  waitingSince: 'No ha llegado nada desde el {since}.',
  good: 'Conectada',
  goodAt: 'Último registro aceptado {at}',
  wrong: 'Los registros llegan y no se aceptan',
  someWrong: '{count, plural, one {# de estos no se aceptó.} other {# de estos no se aceptaron.}}',
  late: 'Los registros llegan con retraso',
  lateHint:
    'Se guardan, pero cada uno es más antiguo que lo que la máquina ya había enviado. Un búfer que se envía después llega con retraso durante un tiempo; si no, revise el reloj o las horas del emisor.',
  quiet: 'No llega nada nuevo',
  storedRefused:
    '{count, plural, one {# registro no se aceptó} other {# registros no se aceptaron}} en las últimas 24 horas. «Registros recibidos» los enumera.',
  timeOfMessage: 'La hora de sus métricas está parada: cuenta la hora del mensaje.',
  refusedSignIns: 'Inicios de sesión rechazados con este nombre',
  refusedSignIn: '{at}, desde {address}',
  refusedSignInsHint:
    'En las últimas 24 horas. El nombre es correcto, el token no: cree uno nuevo e introdúzcalo en la máquina.',
  lastTen: 'Últimos diez mensajes',
  noMessages: 'Aún no ha llegado nada',
  noMessagesHint:
    'Pegue una de las líneas en un terminal. Lo que llega está aquí un segundo después.',
  inMemory: 'Como llegaron desde el {since}. Tras reiniciar el servidor la lista empieza de nuevo.',
  'became.stored': 'Guardado',
  'became.duplicate': 'Duplicado, no cuenta',
  'became.late': 'Guardado con retraso',
  'became.conflicting': 'Guardado en lugar de uno anterior',
  'became.quarantined': 'No aceptado, {reason}: {detail}',
  'mend.unknownMachine': 'Añada la máquina, o corrija el número de serie o el topic.',
  'mend.notBound': 'Envíe con el token de esa máquina, o de una pasarela de su cliente.',
  'mend.malformed': 'Escriba el campo como dice el motivo.',
  'mend.unknownState': 'Ponga este nombre o número en la tabla de estados, o elija otra.',
  'mend.implausible':
    'El número está fuera de lo que una máquina puede contar: revise las unidades del emisor.',
  'mend.tooFarAhead': 'El reloj de la máquina va más de 24 horas adelantado: póngalo en hora.',
  'mend.tooOld': 'Tiene más de 400 días: omítalo.',
  'mend.cut':
    'Es mayor de lo que puede ser un registro: haga que la máquina envíe menos en cada registro. Lo que se guarda está cortado y no se puede enviar de nuevo.',
  stuck: '¿No llega nada?',
  'stuck.refused': '401, o acceso rechazado: el nombre o el token es incorrecto.',
  'stuck.unreachable': 'Sin conexión: desde allí no se llega a la dirección o al puerto.',
  'stuck.silent': 'Enviado y no listado: ese topic o tag no se lee. Compárelo con las líneas.',

  importTitle: 'Importar máquinas',
  importHint:
    'La primera línea nombra los campos: {fields}. Los tres primeros son necesarios. Comprobar no guarda nada.',
  importFits:
    '{count, plural, one {Se puede añadir # máquina} other {Se pueden añadir # máquinas}}.',
  importDone:
    '{count, plural, one {Se añadió # máquina} other {Se añadieron # máquinas}}. El archivo de tokens está en sus descargas: no se muestran otra vez.',
  downloadTokens: 'Descargar los tokens otra vez',
  done: 'Listo',
  'refused.tooMany': 'Una importación admite {most} máquinas.',
  'refused.empty': '{field} está vacío.',
  'refused.unknownClient': 'No hay ningún cliente «{cell}».',
  'refused.unknownType':
    'No hay ningún tipo de máquina «{cell}»; la palabra default en una columna image lo añade.',
  'refused.unknownImage':
    '«{cell}» no es una imagen; déjelo vacío, o escriba default para añadir el tipo de máquina con un dibujo.',
  'refused.notSerial':
    '«{cell}» no es un número de serie: letras, cifras, espacios y . _ - tras el primer carácter, 64 como máximo.',
  'refused.serialTaken': 'Ya hay una máquina {cell}.',
  'refused.unknownConnector': 'No hay ningún conector «{cell}»; hay {fields}.',
  'refused.unknownDictionary':
    '«{cell}» no es una tabla de estados; hay {fields}, o una propia como Run=10;4=8.',
  'refused.addressTaken': 'Otra máquina ya envía bajo {cell}.',
  'refused.deviceTaken': 'Ya hay un dispositivo {cell}; elimínelo, o dé otro nombre a la máquina.',
  'refused.clientFull':
    '{cell} tendría más máquinas o dispositivos de los que puede tener un cliente.',
}
