import type { Translation } from '../../catalogue.ts'
import type { alarmStatistics as english } from '../en/alarmStatistics.ts'

/** How often alarms stood and for how long, in Spanish. */
export const alarmStatistics: Translation<typeof english> = {
  title: 'Estadística de alarmas',
  rowsOf: 'Filas',
  text: 'Alarma',
  group: 'Grupo',
  number: 'Número',
  total: 'Tiempo total',
  mean: 'Tiempo medio',
  open: 'Abiertas',
  rowCount: '{count, plural, one {{count} fila} other {{count} filas}}',
  noneHint:
    'Ninguna alarma estuvo activa en este intervalo. Elija un intervalo más largo o «Todos» en ambas listas.',
  explained:
    'Una alarma está activa hasta que desaparece o se activa de nuevo. Se cuenta lo que estuvo activo en el intervalo, también si se activó hasta 7 días antes; su tiempo es la parte dentro del intervalo. Abiertas: activas al final del intervalo, es decir, ahora si llega hasta ahora. Varias alarmas están activas a la vez, por eso las filas pueden sumar más que el intervalo.',
  upperLimit:
    '≤: la máquina no envió el final de algunas de estas alarmas. Cuentan hasta la siguiente alarma con el mismo texto, así que el tiempo es como máximo este.',
}
