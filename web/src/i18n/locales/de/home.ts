import type { Translation } from '../../catalogue.ts'
import type { home as english } from '../en/home.ts'

export const home: Translation<typeof english> = {
  pageTitle: 'Startseite',
  goodNight: 'Gute Nacht, {name}',
  goodMorning: 'Guten Morgen, {name}',
  goodAfternoon: 'Guten Tag, {name}',
  goodEvening: 'Guten Abend, {name}',
  dashboard: 'Übersicht',
  dashboardText: 'Live-Status, Takt und Packungen je Maschine.',
  daySummary: 'Tagesübersicht',
  daySummaryText: 'Packungen, Lauf- und Leerlaufzeit je Tag und Produkt.',
  panel: 'Verwaltung',
  panelText: 'Händler, Kunden, Maschinen und Benutzer.',
  panelTextUsers: 'Benutzer.',
  panelTextOwn: 'Benutzer, Linien und Produkte.',
  machineCount: '{count, plural, one {# Maschine} other {# Maschinen}}',
  openShift: 'Die ganze Schicht ansehen',
}
