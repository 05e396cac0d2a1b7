import type { Translation } from '../../catalogue.ts'
import type { lines as english } from '../en/lines.ts'

export const lines: Translation<typeof english> = {
  groupBy: 'Gruppieren nach',
  line: 'Linie',
  type: 'Maschinentyp',
  none: 'Nichts',
  arrange: 'Anordnen',
  done: 'Fertig',
  arrangeHint:
    'Ziehen Sie eine Maschine an ihren Platz, oder nehmen Sie die Pfeiltasten. Ein Stern stellt sie nach vorn.',
  sums: 'Summen aller Maschinen',
  sumsOf: 'Summen von {name}',
  packsOf:
    '{count, plural, one {Packungen von # Maschine seit {time}} other {Packungen von # Maschinen seit {time}}}',
  since: 'seit {time}',
  speed: 'Takt',
  ofPpm: 'von {target} ppm',
  ofShift: 'Schicht {shift}',
  oeee: 'OEEE, {when}',
  stopTime: '{count, plural, one {Stoppzeit, # Maschine} other {Stoppzeit, # Maschinen}}',
  coverage: 'Abdeckung {percent}',
  closed: 'im Plan geschlossen',
  closedLong: 'Dieses ganze Fenster ist im Plan geschlossen: Nur was lief, zählt.',
  more: '+{count}',
  place: '{machine}, Platz {place} von {count}',
  move: '{where} verschieben. Pfeiltasten verschieben sie.',
  favourite: 'Favorit: {machine}',
  proposal: 'Dichte',
  proposeCompact: '{count} Maschinen: Die kompakte Ansicht zeigt mehr davon auf einmal.',
  takeCompact: 'Kompakt anzeigen',
  keepRoomy: 'So lassen',
}
