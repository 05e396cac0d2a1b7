import type { Translation } from '../../message.ts'
import type { shift as english } from '../en/shift.ts'

export const shift: Translation<typeof english> = {
  linkName: 'Schicht',
  noMachines: 'Dieser Kunde hat noch keine Maschinen.',
  noData: 'In dieser Schicht kamen keine Daten.',
  littleData:
    'Nur <lanes>{percent}</lanes> dieser Schicht haben Daten. <inShift>{packs} Packungen</inShift> sind bekannt.',
  closed: 'Im Plan geschlossen, und keine Maschine lief.',
  closedButRan: 'Im Plan geschlossen, doch <inShift>{packs} Packungen</inShift> wurden gemacht.',
  offlineNow:
    '<now>{count, plural, one {Die Maschine ist offline} other {Alle # Maschinen sind offline}}</now>. Bisher <inShift>{packs} Packungen</inShift>.',
  behindByStop:
    '<inShift>{packs} Packungen</inShift> unter dem Ziel. Ein Stillstand kostete mehr: <stop>{machine}, {cause}, {time}</stop>.',
  'behindByStop.shorter':
    '<inShift>{packs} Packungen</inShift> unter dem Ziel. Ein Stillstand kostete mehr: <stop>{machine}, {time}</stop>.',
  'behindByStop.shortest':
    '<inShift>{packs} Packungen</inShift> zu wenig. Ein Stillstand kostete mehr: <stop>{machine}</stop>.',
  behindWithStop:
    '<inShift>{packs} Packungen</inShift> unter dem Ziel. Ein Stillstand kostete {otherPacks}: <stop>{machine}, {cause}, {time}</stop>.',
  'behindWithStop.shorter':
    '<inShift>{packs} Packungen</inShift> unter dem Ziel. Größter Verlust: <stop>{machine}, {time}</stop>.',
  'behindWithStop.shortest':
    '<inShift>{packs} Packungen</inShift> zu wenig. Größter Verlust: <stop>{machine}</stop>.',
  behind: '<inShift>{packs} Packungen</inShift> unter dem Ziel.',
  onTarget: 'Im Ziel: <inShift>{packs} Packungen</inShift>.',
  ahead: '<inShift>{packs} Packungen</inShift> über dem Ziel.',
  withoutTargetStop:
    '<inShift>{packs} Packungen</inShift>. Längster Stillstand: <stop>{machine}, {cause}, {time}</stop>.',
  'withoutTargetStop.shorter':
    '<inShift>{packs} Packungen</inShift>. Längster Stillstand: <stop>{machine}, {time}</stop>.',
  withoutTarget: '<inShift>{packs} Packungen</inShift>. Es ist kein Ziel gesetzt.',
  withoutTargetRunning:
    'Endet in <inShift>{time}</inShift>. Bisher <inShift>{packs} Packungen</inShift>.',
  linesOnTarget:
    'Alle <inShift>{count, plural, one {# Linie} other {# Linien}}</inShift> sind im Ziel.',
  lineBehind: '<ofLine>{line}</ofLine>: <ofLine>{packs} Packungen</ofLine> unter dem Ziel.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine>: <ofLine>{packs} Packungen</ofLine> zu wenig.',
  standsNow: '<stop>{machine} steht seit {time}</stop>: {cause}.',
  'standsNow.shorter': '<stop>{machine} steht seit {time}</stop>.',
  'standsNow.sinceUnknown': '<stop>{machine} steht</stop>: {cause}.',
  withoutReason:
    '<questions>{count, plural, one {# Stillstand hat} other {# Stillstände haben}} noch keinen Grund</questions>.',
  rejectsFrom: '{machine}: <ofMachine>{percent}</ofMachine> Ausschuss.',
  isNew: 'Nicht in dieser Schicht der Vorwoche: <ofMachine>{machine}, {cause}, {time}</ofMachine>.',
  'isNew.shorter':
    'Nicht in dieser Schicht der Vorwoche: <ofMachine>{machine}, {time}</ofMachine>.',
  'isNew.anywhere': 'Nicht in dieser Schicht der Vorwoche: {cause}, {time}.',
  nothingToDo: 'Nichts zu tun.',
  lineless: 'Maschinen ohne Linie',
}
