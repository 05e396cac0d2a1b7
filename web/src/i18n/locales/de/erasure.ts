import type { Translation } from '../../catalogue.ts'
import type { erasure as english } from '../en/erasure.ts'

export const erasure: Translation<typeof english> = {
  chooseFirst: 'Wählen Sie einen Kunden, um die gelöschten Namen zu sehen.',
  title: 'Namen eines Bedieners löschen',
  what: 'In allen Aufzeichnungen dieses Kunden tritt ein Pseudonym endgültig an die Stelle des Namens. Zeiten, Zählungen und Summen bleiben, wie sie sind. Auch später eintreffende Aufzeichnungen erhalten das Pseudonym.',
  name: 'Name des Bedieners',
  toTheLetter: 'Buchstabe für Buchstabe so, wie ihn die Maschinen senden.',
  count: 'Aufzeichnungen zählen',
  counting: 'Wird gezählt...',
  held: '{count, plural, =0 {Keine Aufzeichnung enthält diesen Namen.} one {# Aufzeichnung enthält diesen Namen.} other {# Aufzeichnungen enthalten diesen Namen.}}',
  erase: 'Löschen...',
  eraseName: 'Namen löschen',
  question: '<b>{name}</b> löschen?',
  consequence:
    'Das lässt sich nicht rückgängig machen: Niemand kann danach feststellen, wessen Aufzeichnungen es waren. Die Diagramme dieses Kunden warten so lange. Ältere Sicherungen enthalten den Namen, bis sie wiederhergestellt werden.',
  erasing: 'Wird gelöscht...',
  erasedAs: '{pseudonym} tritt an die Stelle des Namens.',
  erased: 'Gelöschte Namen',
  pseudonym: 'An seiner Stelle',
  by: 'Gelöscht von',
  at: 'Beauftragt',
  done: 'Erledigt',
  underWay: 'Läuft',
  none: 'Keine Daten gefunden',
  noneHint: 'Bei diesem Kunden wurde kein Name gelöscht.',
  byOperator: 'Kennzahlen je Bediener',
  byOperatorWhat:
    'Der Vergleich darf Kennzahlen jedes Bedieners zeigen: Packungen, OEEE, Stillstände. Was eine Maschine tut, hat neben der Person an ihr viele Ursachen; stimmen Sie sich zuvor mit denen ab, um deren Kennzahlen es geht.',
  notSet: 'Nicht festgelegt',
  allowed: 'Erlaubt',
  forbidden: 'Verboten',
  notSetMeans:
    'Namen von Bedienern stehen bei Stillständen, Gründen und Intervallen; der Vergleich hat keine Zeilen für Bediener.',
  allowedMeans:
    'Namen von Bedienern stehen bei Stillständen, Gründen und Intervallen, und der Vergleich hat eine Zeile für jeden Bediener.',
  forbiddenMeans:
    'Benutzer, Wände und Tablets lesen in Stillständen, Gründen, Intervallen und Dateien keine Namen, und der Vergleich hat keine Zeilen für Bediener. Die Karte einer Maschine zeigt weiterhin, wer an ihr arbeitet; Ingenieure, Administratoren und Händler lesen alle Namen.',
}
