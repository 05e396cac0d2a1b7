import type { Translation } from '../../catalogue.ts'
import type { dataSheet as english } from '../en/dataSheet.ts'

export const dataSheet: Translation<typeof english> = {
  title: 'Fichas de datos',
  titleOf: 'Datos de {type}',
  chooseFirst: 'Elija primero un cliente: el volumen se mide en sus máquinas.',
  machineType: 'Tipo de máquina',
  noTypes: 'No hay tipos de máquina',
  print: 'Imprimir',
  law: 'Lo que el Reglamento (UE) 2023/2854 (Ley de Datos), artículo 3, exige saber sobre los datos de un producto conectado antes de comprarlo o alquilarlo. Las cantidades se midieron aquí.',
  volume: 'Datos y volumen',
  'group.samples': 'Muestras: estado, velocidad, contadores, producto, herramienta, operario',
  'group.alarms': 'Alarmas de la máquina',
  'group.changes': 'Cambios de parámetros en la máquina',
  aMonth: '{records} registros, {size} al mes',
  notYet: 'todavía sin medir',
  measured:
    'De una máquina en 30 días, como líneas JSON; enviaron {machines} de {of} máquinas de este tipo.',
  notMeasured: 'Ninguna de las {of} máquinas de este tipo ha enviado.',
  format: 'Formato',
  formatText:
    'Las máquinas envían JSON por HTTP o MQTT, etiquetas PackML o Sparkplug B, o se leen por OPC UA. Los archivos son CSV y XLSX. Las horas son ISO 8601 en UTC.',
  continuous: 'Continuo, en tiempo real',
  continuousText:
    'Sí: mientras la máquina está conectada. Un cambio de estado está en una pantalla abierta en menos de un segundo.',
  storage: 'Almacenamiento',
  storedHere:
    'En el servidor de esta instalación. Packboard no guarda nada en la máquina ni envía nada a otro lugar.',
  storedElsewhere:
    'En los servidores de bases de datos de esta instalación. Packboard no guarda nada en la máquina ni envía nada a otro lugar.',
  retention: 'Conservación',
  'keep.records': 'Registros tal como llegaron',
  'keep.minutes': 'Minutos de los que salen los indicadores',
  'keep.auditLog': 'Registro de auditoría de Packboard',
  days: '{days} días',
  access: 'Acceso',
  accessText:
    'Toda persona con cuenta de este cliente lee los datos actuales y pasados en las pantallas, como archivos y mediante llamadas (/api/docs), sin coste. Las muestras se ven una a una donde se explica un indicador; todavía no hay un archivo con todas.',
  erasure: 'Supresión',
  erasureText:
    'El administrador del cliente borra definitivamente nombres de operarios. Los registros se borran cuando acaba su plazo; no se pueden borrar registros sueltos.',
  holder: 'Titular de los datos',
  holderText:
    '{holder} gestiona esta instalación. El titular de los datos añade: contacto, fines de uso, terceros, secretos comerciales y el final del contrato (artículo 3, apartado 3).',
  madeBy: 'Hecho por Packboard {version}.',
}
