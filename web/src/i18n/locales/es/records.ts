import type { Translation } from '../../catalogue.ts'
import type { records as english } from '../en/records.ts'

export const records: Translation<typeof english> = {
  alarmInfo: 'Info de alarmas',
  auditTrail: 'Registro de cambios',
  ofMachine: '{machine}, horas en {zone}',
  view: 'Vista',
  everyAlarm: 'Todas las alarmas',
  statistics: 'Estadística',
  dateTime: 'Fecha/Hora',
  machine: 'Máquina',
  group: 'Grupo',
  description: 'Descripción',
  cleared: 'Resuelta',
  stood: 'Duración',
  open: 'Abierta',
  notSent: 'No enviado',
  userGroup: 'Grupo de usuarios',
  valueBefore: 'Valor anterior',
  valueAfter: 'Valor posterior',
  dateRange: 'Intervalo de fechas',
  selectGroup: 'Seleccionar grupo',
  selectDescription: 'Seleccionar descripción',
  noRecordsHint: 'Elija un intervalo más largo o «Todos» en ambas listas.',
}
