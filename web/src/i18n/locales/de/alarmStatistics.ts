import type { Translation } from '../../catalogue.ts'
import type { alarmStatistics as english } from '../en/alarmStatistics.ts'

/** How often alarms stood and for how long, in German. */
export const alarmStatistics: Translation<typeof english> = {
  title: 'Alarmstatistik',
  rowsOf: 'Zeilen',
  text: 'Alarm',
  group: 'Gruppe',
  number: 'Anzahl',
  total: 'Gesamtdauer',
  mean: 'Mittlere Dauer',
  open: 'Offen',
  rowCount: '{count, plural, one {{count} Zeile} other {{count} Zeilen}}',
  noneHint:
    'In diesem Zeitraum stand kein Alarm an. Wählen Sie einen längeren Zeitraum oder in beiden Listen „Alle“.',
  explained:
    'Ein Alarm steht an, bis die Maschine sein Ende sendet oder er erneut ausgelöst wird. Gezählt wird, was im Zeitraum anstand, auch wenn es bis zu 7 Tage vorher ausgelöst wurde; seine Dauer ist der Teil im Zeitraum. Offen: stand am Ende des Zeitraums an, also jetzt, wenn er bis jetzt reicht. Alarme stehen gleichzeitig an, deshalb können die Zeilen zusammen mehr als den Zeitraum ergeben.',
  upperLimit:
    '≤: Die Maschine hat bei einigen dieser Alarme kein Ende gesendet. Sie zählen bis zum nächsten Alarm mit demselben Text, die Dauer ist also höchstens diese.',
}
