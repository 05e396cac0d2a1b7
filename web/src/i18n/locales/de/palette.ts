import type { Translation } from '../../catalogue.ts'
import type { palette as english } from '../en/palette.ts'

export const palette: Translation<typeof english> = {
  title: 'Suche und Befehle',
  placeholder: 'Maschine, Seite, Produkt, Zeitraum …',
  results: 'Was gefunden wurde',
  'group.recent': 'Zuletzt gewählt',
  'group.views': 'Gespeicherte Ansichten',
  'group.machines': 'Maschinen',
  'group.goTo': 'Gehe zu',
  'group.parts': 'Auf dieser Seite',
  'group.periods': 'Zeiträume',
  'group.products': 'Produkte',
  'group.clients': 'Kunden',
  'group.do': 'Aktionen',
  count: '{count, plural, =0 {Nichts gefunden} one {{count} Eintrag} other {{count} Einträge}}',
  nothing:
    'Nichts gefunden. Versuchen Sie eine Maschine, eine Seite, ein Produkt oder einen Zeitraum.',
  choose: 'wählen',
  openIt: 'öffnen',
  inNewTab: 'neuer Tab',
  timelineOf: 'Zeitachse von {line}',
  daysOfProduct: 'Tagesübersicht, letzte 30 Tage',
  print: 'Drucken oder PDF',
  saveView: 'Diese Seite speichern, Link kopieren …',
  documentation: 'Dokumentation',
  themeWords: 'Thema Design dunkel hell',
  signOutWords: 'ausloggen abmelden',
  ctrl: 'Strg',
  esc: 'Esc',
}
