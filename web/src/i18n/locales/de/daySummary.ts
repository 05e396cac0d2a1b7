import type { Translation } from '../../catalogue.ts'
import type { daySummary as english } from '../en/daySummary.ts'

export const daySummary: Translation<typeof english> = {
  title: 'Tagesübersicht',
  daysIn: 'Tage in {zone}<screen>. Für Einzelheiten eine Zeile wählen</screen>',
  noDaysHint: 'Wählen Sie einen längeren Zeitraum oder setzen Sie die Filter zurück.',
  detailsFor: 'Einzelheiten zu {what}',
  previousRow: 'Vorherige Zeile',
  nextRow: 'Nächste Zeile',
  rowOf: '{index} von {count}',
  day: 'Tag',
  machine: 'Maschine',
  product: 'Produkt',
  tool: 'Werkzeug',
  idleMinutes: 'Leerlauf (min)',
  packsPacked: 'Packungen',
  runMinutes: 'Laufzeit (min)',
  runTime: 'Laufzeit',
  idleTime: 'Leerlauf',
  packsCount: 'Anzahl Packungen',
  meanPpm: 'Packungen pro Minute, Mittel',
  speedTitle: 'Takt und Maschinenstatus',
  speedSub: 'ppm, je Minute, Zeiten in {zone}',
  speedSpoken:
    'Takt und Status von {machine} am {day}, {count, plural, one {{count} Minute} other {{count} Minuten}}',
  statesTitle: 'Verteilung der Maschinenstatus',
  statesSub: 'Zeit je Status',
  start: 'Beginn ({zone})',
  mean: 'Mittel (ppm)',
  state: 'Status',
  client: 'Kunde',
  noPremium: 'Keine Premium-Kunden',
}
