import type { Translation } from '../../catalogue.ts'
import type { dataSheet as english } from '../en/dataSheet.ts'

export const dataSheet: Translation<typeof english> = {
  title: 'Datenblätter',
  titleOf: 'Daten von {type}',
  chooseFirst: 'Wählen Sie zuerst einen Kunden: Die Menge wird an seinen Maschinen gemessen.',
  machineType: 'Maschinentyp',
  noTypes: 'Es gibt keine Maschinentypen',
  print: 'Drucken',
  law: 'Was die Verordnung (EU) 2023/2854 (Data Act), Artikel 3, über die Daten eines vernetzten Produkts vor Kauf, Miete oder Leasing verlangt. Die Mengen wurden hier gemessen.',
  volume: 'Daten und Menge',
  'group.samples': 'Messwerte: Zustand, Geschwindigkeit, Zähler, Produkt, Werkzeug, Bediener',
  'group.alarms': 'Alarme der Maschine',
  'group.changes': 'Parameteränderungen an der Maschine',
  aMonth: '{records} Aufzeichnungen, {size} im Monat',
  notYet: 'noch nicht gemessen',
  measured:
    'Von einer Maschine in 30 Tagen, als JSON-Zeilen; {machines} von {of} Maschinen dieses Typs haben gesendet.',
  notMeasured: 'Keine von {of} Maschinen dieses Typs hat gesendet.',
  format: 'Format',
  formatText:
    'Maschinen senden JSON über HTTP oder MQTT, PackML-Tags oder Sparkplug B, oder werden per OPC UA gelesen. Dateien sind CSV und XLSX. Zeiten sind ISO 8601 in UTC.',
  continuous: 'Fortlaufend, in Echtzeit',
  continuousText:
    'Ja: solange die Maschine verbunden ist. Ein Zustandswechsel ist innerhalb einer Sekunde auf einem offenen Bildschirm.',
  storage: 'Speicherung',
  storedHere:
    'Auf dem Server dieser Installation. Packboard speichert nichts auf der Maschine und sendet nichts anderswohin.',
  storedElsewhere:
    'Auf den Datenbankservern dieser Installation. Packboard speichert nichts auf der Maschine und sendet nichts anderswohin.',
  retention: 'Aufbewahrung',
  'keep.records': 'Aufzeichnungen, wie sie kamen',
  'keep.minutes': 'Minuten, aus denen Kennzahlen entstehen',
  'keep.auditLog': 'Protokoll von Packboard',
  days: '{days} Tage',
  access: 'Zugang',
  accessText:
    'Alle mit einem Konto dieses Kunden lesen aktuelle und frühere Daten auf den Seiten, als Dateien und über Aufrufe (/api/docs), ohne Gebühr. Einzelne Messwerte zeigt die Erklärung einer Kennzahl; eine Datei mit allen Messwerten gibt es noch nicht.',
  erasure: 'Löschung',
  erasureText:
    'Der Administrator des Kunden löscht Namen von Bedienern endgültig. Aufzeichnungen werden nach Ablauf ihrer Zeit gelöscht; einzelne lassen sich nicht löschen.',
  holder: 'Dateninhaber',
  holderText:
    '{holder} betreibt diese Installation. Der Dateninhaber ergänzt: Kontakt, Zwecke der Nutzung, Dritte, Geschäftsgeheimnisse und das Ende des Vertrags (Artikel 3 Absatz 3).',
  madeBy: 'Erstellt von Packboard {version}.',
}
