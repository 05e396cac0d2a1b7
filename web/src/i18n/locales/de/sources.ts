import type { Translation } from '../../catalogue.ts'
import type { sources as english } from '../en/sources.ts'

export const sources: Translation<typeof english> = {
  chooseFirst: 'Wählen Sie einen Kunden, um zu sehen, wie seine Maschinen senden.',
  title: 'Datenquellen',
  totals: 'Alle Maschinen in Zahlen',
  connected: 'Verbunden',
  ofMachines: 'von {count}',
  perMinute: 'Aufzeichnungen pro Minute',
  longestSilence: 'Längste Stille',
  largestSkew: 'Größte Uhrabweichung',
  countsOf: 'Zahlen der letzten 24 Stunden',
  searchMachine: 'Maschine suchen',
  csv: 'CSV speichern',
  filter: 'Maschinen nach Zustand',
  all: 'Alle, {count}',
  machine: 'Maschine',
  connection: 'Verbindung',
  lastRecord: 'Zuletzt',
  perMinuteShort: 'Pro Minute',
  hours: '24 Stunden',
  dataAge: 'Datenalter',
  clock: 'Uhr',
  resets: 'Zählerstarts',
  duplicate: 'Doppelt',
  late: 'Verspätet',
  backFill: 'Nachgereicht',
  quarantined: 'Zurückgelegt',
  openDetails: 'Einzelheiten zu {name}',
  noneFound: 'Keine Maschinen gefunden',
  noneFoundHint: 'Keine Maschine ist in diesem Zustand und enthält diese Wörter.',
  noMachines: 'Keine Maschinen gefunden',
  noMachinesHint: 'Diesem Kunden ist noch keine Maschine zugeordnet.',
  unassigned:
    '{records, plural, one {{count} weitere Aufzeichnung nennt} other {{count} weitere Aufzeichnungen nennen}} keine Maschine dieses Kunden. Zurückgelegt; „Datenempfang“ führt sie auf.',
  notAssigned: 'Am Broker gesehen, nicht zugeordnet',
  notAssignedHint:
    'Was Gateways am Broker des Werks nennen und worauf keine Maschine eingestellt ist. Legen Sie es als Maschine an: Seine Datensätze kommen dann von selbst.',
  lastMessage: 'Letzte Nachricht',
  notOwn: 'es ist nicht bekannt, wem es gehört',
  addMachine: 'Maschine anlegen',
  addSeen: 'Maschine anlegen: {name}',
  days: '{days, plural, one {{count} Tag} other {{count} Tage}}',

  'state.never': 'Nie gesendet',
  'state.silent': 'Still',
  'state.clockOff': 'Uhr falsch',
  'state.quarantined': 'Zurückgelegt',
  'state.fine': 'In Ordnung',

  'worst.never': '{name} hat noch nie gesendet.',
  'worst.never.what': 'Die Verbindung zeigt Zeilen, die eingefügt so funktionieren.',
  'worst.silent': '{name} ist seit {age} still.',
  'worst.silent.what':
    'Was ankam, ist gespeichert. Was sie inzwischen behält, wird gespeichert, sobald sie wieder sendet.',
  'worst.clockOff': 'Die Uhr von {name}: {clock}.',
  'worst.clockOff.what':
    'Nichts ist verloren. Stellen Sie die Uhr; geht sie richtig, warten die Aufzeichnungen in einem Gateway.',
  'worst.quarantined':
    '{records, plural, one {{count} Aufzeichnung von {name} konnte} other {{count} Aufzeichnungen von {name} konnten}} nicht angenommen werden.',
  'worst.quarantined.what':
    'Sie sind ganz aufbewahrt und können erneut gesendet werden. Die Einzelheiten sagen, warum.',
  'worst.fine': '{name} ist in Ordnung.',
  'worst.fine.what': 'Nichts ist verloren.',

  details: 'Einzelheiten',
  byHour: 'Aufzeichnungen pro Stunde',
  hoursSummary:
    'Angenommene Aufzeichnungen jeder Stunde seit {from}: am meisten {most} um {at}, keine in {without} Stunden.',
  mostInAnHour: 'bis zu {count} in einer Stunde',
  door: 'Protokoll',
  receivedAt: 'Letzte Aufzeichnung kam',
  dataAt: 'Zeit in der neuesten Aufzeichnung',
  received: 'Empfangen',
  receivedIs:
    '{received} = {accepted} gespeichert + {duplicate} doppelt + {quarantined} zurückgelegt',
  missingNumbers: 'Fehlende Nummern',
  unknownStates: 'Unbekannte Zustände',
  valueTimes: 'Zeit der Werte',
  timeStandsStill:
    'Ihre Metriken tragen eine Zeit, die stillsteht: es zählt die Zeit der Nachricht. Der Sender soll jedem Wert seine eigene Zeit geben.',
  unknownFields: 'Unbekannte Felder',
  lastNotAccepted: 'Zuletzt zurückgelegte Aufzeichnungen',
  sendAgain:
    'Ist die Ursache behoben, senden Sie sie erneut: was schon gespeichert war, zählt nicht doppelt. Aufzeichnungen über Sparkplug B und OPC UA kann nur die Maschine selbst senden.',
  allAccepted: 'Jede Aufzeichnung wurde angenommen',
  more: 'Insgesamt {count}. „Datenempfang“ führt sie auf.',
  openConnection: 'Verbindung öffnen',
  done: 'Fertig',
}
