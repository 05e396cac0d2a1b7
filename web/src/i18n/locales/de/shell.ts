import type { Translation } from '../../catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  skip: 'Zum Inhalt springen',
  parts: 'Teile dieser Seite',
  timesIn: 'Zeiten <shown>angezeigt </shown>in {zone}',
  newVersion: 'Eine neue Version ist verfügbar.',
  reload: 'Neu laden',
  later: 'Später',
  connectionLost: 'Verbindung unterbrochen. Werte von {time}.',
  neverConnected: 'Verbindung unterbrochen. Es konnte noch nichts geladen werden.',
  tryingIn:
    '{count, plural, one {Neuer Versuch in # Sekunde.} other {Neuer Versuch in # Sekunden.}}',
  trying: 'Neuer Versuch.',
  retryNow: 'Jetzt versuchen',
  history:
    'Die Vorgeschichte der Demo wird geschrieben ({percent} %): Zahlen vergangener Tage wachsen noch.',
  couldNotLoad: 'Diese Seite konnte nicht geladen werden',
  couldNotLoadReason:
    'Vielleicht wurde Packboard aktualisiert, oder die Verbindung ist abgebrochen.',
  loadAgain: 'Erneut laden',
  home: 'Packboard-Startseite',
  menu: 'Menü',
  help: 'Hilfe',
  search: 'Suche und Befehle',
  views: 'Gespeicherte Ansichten',
  myAccount: 'Mein Konto',
  myAccountOf: 'Mein Konto: {name}',
  factorDue:
    'Ab {at} verlangt die Anmeldung von Ihnen einen zweiten Faktor. <link>Jetzt einrichten</link>',
  logout: 'Abmelden',
  main: 'Hauptmenü',
  overview: 'Übersicht',
  shift: 'Schicht',
  timeline: 'Zeitachse',
  stops: 'Stillstände',
  compare: 'Vergleich',
  more: 'Mehr',
  wall: 'Wandanzeige',
  operator: 'Bediener',
  daySummary: 'Tagesübersicht',
  panel: 'Verwaltung',
}
