import type { Translation } from '../../catalogue.ts'
import type { doctor as english } from '../en/doctor.ts'

export const doctor: Translation<typeof english> = {
  title: 'Welche Zustandstabelle stimmt',
  scores: 'Übergänge von PackML mit jeder Tabelle',
  legal: '{legal} von {of} erlaubt',
  inUse: 'in Gebrauch',
  words:
    'Die Maschine nennt ihre Zustände beim Namen. Ihre Nummern werden nicht gelesen, die Tabelle spielt keine Rolle.',
  watching:
    '{pairs, plural, =0 {Noch wurde nichts gesehen.} one {# verschiedener Übergang wurde gesehen.} other {# verschiedene Übergänge wurden gesehen.}} Wenn die Maschine anläuft oder anhält, ist mehr bekannt.',
  tied: 'Noch nicht zu entscheiden: {first} und {second} erklären das Gesehene gleich gut. Ein Start oder ein Halt der Maschine entscheidet.',
  none: 'Keine der bekannten Tabellen passt: Die Nummern sind die des Herstellers. Geben Sie der Maschine eine eigene Tabelle.',
  foundInUse: '{name} passt und ist in Gebrauch.',
  foundOther: '{name} passt; gelesen wird die Maschine mit {inUse}.',
  foundBesideTable: '{name} passt; gelesen wird die Maschine mit einer eigenen Tabelle.',
  use: 'Diese Tabelle verwenden: {name}',
  asItIs: 'Es stimmt so',
  confirming: 'Wird bestätigt...',
  done: 'Bestätigt',
  provisional: 'Vorläufig',
  provisionalWhy:
    'Die Zahlen dieser Maschine sind vorläufig, bis jemand ihre Tabelle bestätigt. Das Bestätigen ändert keine davon; eine andere Tabelle gilt ab der nächsten Nachricht.',
  whoConfirms: 'Bestätigen kann, wer die Installation verwaltet.',
  confirmedBy: 'Bestätigt von {name}, {at}',
  confirmedBefore: 'War in Gebrauch, bevor bestätigt werden konnte; gilt seit {at} als bestätigt',
}
