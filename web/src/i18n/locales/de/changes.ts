import type { Translation } from '../../catalogue.ts'
import type { changes as english } from '../en/changes.ts'

/** What was different after a setting was changed, in German. */
export const changes: Translation<typeof english> = {
  title: 'Was sich änderte',
  sub: 'an der Maschine geänderte Einstellungen und ihre Werte in der halben Stunde davor und danach',
  subLast: 'die letzten {days} Tage dieses Zeitraums',
  subNewest: 'die neuesten {judged} von {count} Änderungen',
  changedBefore: 'Geändert, bevor es schlechter wurde',
  none: 'Nach keiner von {count, plural, one {{count} Änderung} other {{count} Änderungen}} wurde es mehr als zufällig schlechter. Die nächsten daran stehen zuerst.',
  noChanges: 'In diesem Zeitraum wurde keine Einstellung geändert.',
  showAll: 'Alle {count} anzeigen',
  showFewer: 'Nur die ersten anzeigen',
  when: 'Wann',
  change: 'Vorher geändert',
  stops: 'Eigene Stillstände pro Stunde',
  rejects: 'Ausschuss',
  speed: 'Packungen pro Laufminute',
  worse: 'mehr als zufällig schlechter',
  tooLittle: 'Zu wenig Lauf eines Produkts davor oder danach, um zu vergleichen.',
  showAround: 'Die halben Stunden um {time} zeigen',
  fromTo: 'von {before} auf {after}',
  chance:
    'Verglichen mit jeder anderen Minute dieser Maschine und mit denselben Minuten in anderer Reihenfolge; alle Änderungen zusammen korrigiert (5 %). Es war vorher so; ob es die Ursache war, ist nicht bekannt.',
}
