import type { Translation } from '../../catalogue.ts'
import type { help as english } from '../en/help.ts'

export const help: Translation<typeof english> = {
  title: 'Hilfe',
  showTour: 'Rundgang zeigen',
  version: 'Packboard {version}',
  versionOfCommit: 'Packboard {version} ({commit})',
  runningSince: 'In Betrieb seit {since}',
  shortcuts: 'Tastenkürzel',
  keysThen: 'dann',
  arrows: 'Pfeile',
  alongFigures: 'Zum nächsten Wert einer Gruppe oder entlang eines Diagramms',
  escape: 'Esc',
  closeOpen: 'Schließen, was offen ist',
  singleKeys: 'Einzelne Tasten sind Kürzel',
  singleKeysText: 'Nicht, während Sie tippen. Esc gilt immer.',
  'key.home': 'Zur Startseite',
  'key.overview': 'Zur Maschinenübersicht',
  'key.daySummary': 'Zur Tagesübersicht',
  'key.panel': 'Zur Verwaltung',
  'key.find': 'Zu den Filtern oder zur Suche der Seite',
  'key.help': 'Diese Hilfe zeigen',
  onCard: 'Auf einer Maschinenkarte',
  totals: 'Summen eines Zeitraums',
  charts: 'Diagramme einer Maschine',
  days: 'Tage',
  step: '{step} von {steps}',
  skip: 'Überspringen',
  back: 'Zurück',
  next: 'Weiter',
  done: 'Fertig',
  'tour.card': 'Jede Karte ist eine Maschine',
  'tour.cardText':
    'Farbe, Form und Wort sagen dasselbe: was sie gerade tut und seit wann. Der Streifen zeigt die letzten Stunden. Wählen Sie eine Karte für Diagramme, Alarme und Änderungsprotokoll.',
  'tour.totals': 'Summen seit Schichtbeginn',
  'tour.totalsText':
    'Packungen und Zeiten zählen von diesem Beginn bis jetzt. Sie werden alle 30 Sekunden fortgeschrieben; ein Statuswechsel ist binnen einer Sekunde hier.',
  'tour.past': 'Vom Jetzt in die Vergangenheit',
  'tour.pastText':
    'Die Tagesübersicht hat eine Zeile je Tag, Maschine, Produkt und Werkzeug. Die Verwaltung ist für alle, die Maschinen und Benutzer betreuen.',
  'tour.reason': 'Keine Zahl ohne Grund',
  'tour.reasonText':
    'Das i neben einer Kennzahl sagt, was sie bedeutet; die Lupe zeigt die Datensätze, aus denen sie entstand. All das und die Tastenkürzel stehen in der Hilfe: Drücken Sie ?',
  documentation: 'Dokumentation (englisch)',
}
