import type { Translation } from '../../catalogue.ts'
import type { timeline as english } from '../en/timeline.ts'

/** The lanes of all machines on one axis, in German. */
export const timeline: Translation<typeof english> = {
  title: 'Zeitachse',
  line: 'Linie',
  keys: 'Spuren der Maschinen: links und rechts an den Stillständen entlang, auf und ab zu den Maschinen, Eingabe öffnet, + und − zoomen, 0 zeigt die letzten 24 Stunden',
  noStop: 'Kein Stillstand gewählt',
  pieceOf: '{machine}: {state}, {time}',
  longest: 'Längste Stillstände:',
  allLines: 'Alle Linien',
  noStops: 'Kein Stillstand in diesem Zeitfenster.',
  hint: 'Wählen Sie eine Zeit, um sie auf der Seite ihrer Maschine zu öffnen. Ziehen über eine Zeit zoomt, ebenso Strg mit dem Mausrad oder zwei Finger. Alarme sind in Zeitfenstern bis zu 24 Stunden markiert.',
  tooLong: 'Eine Zeitachse ist höchstens 31 Tage lang.',
  hintTouch: 'Wählen Sie eine Zeit, um zu sehen, was war. Zwei Finger zoomen.',
  openTime: 'Diese Zeit öffnen',
  zoomTo: 'Darauf zoomen',
}
