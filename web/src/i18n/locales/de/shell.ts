import type { Translation } from '../../catalogue.ts'
import type { shell as english } from '../en/shell.ts'

export const shell: Translation<typeof english> = {
  skip: 'Zum Inhalt springen',
  parts: 'Teile dieser Seite',
  timesIn: 'Zeiten <shown>angezeigt </shown>in {zone}',
  newVersion: 'Eine neue Version ist verfügbar.',
  reload: 'Neu laden',
  later: 'Später',
  offline: '<b>Offline.</b> Was Sie sehen, wurde vorher geladen.',
  offlineSince: '<b>Offline seit {at}.</b> Was Sie sehen, wurde vorher geladen.',
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
  logout: 'Abmelden',
  main: 'Hauptmenü',
  overview: 'Übersicht',
  timeline: 'Zeitachse',
  compare: 'Vergleich',
  wall: 'Wandanzeige',
  operator: 'Bediener',
  daySummary: 'Tagesübersicht',
  panel: 'Verwaltung',
}
