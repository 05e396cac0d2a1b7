import type { Translation } from '../../message.ts'
import type { shift as english } from '../en/shift.ts'

export const shift: Translation<typeof english> = {
  linkName: 'Turno',
  noMachines: 'Questo cliente non ha ancora macchine.',
  noData: 'In questo turno non sono arrivati dati.',
  littleData:
    'Solo il <lanes>{percent}</lanes> di questo turno ha dati. <inShift>{packs} confezioni</inShift> note.',
  closed: 'Chiuso nel piano, e nessuna macchina ha lavorato.',
  closedButRan: 'Chiuso nel piano, ma sono state fatte <inShift>{packs} confezioni</inShift>.',
  offlineNow:
    '<now>{count, plural, one {La macchina è offline} other {Tutte le # macchine sono offline}}</now>. Finora <inShift>{packs} confezioni</inShift>.',
  behindByStop:
    '<inShift>{packs} confezioni</inShift> sotto l’obiettivo. Una fermata è costata di più: <stop>{machine}, {cause}, {time}</stop>.',
  'behindByStop.shorter':
    '<inShift>{packs} confezioni</inShift> sotto l’obiettivo. Una fermata è costata di più: <stop>{machine}, {time}</stop>.',
  'behindByStop.shortest':
    '<inShift>{packs} confezioni</inShift> in meno. Una fermata è costata di più: <stop>{machine}</stop>.',
  behindWithStop:
    '<inShift>{packs} confezioni</inShift> sotto l’obiettivo. Una fermata è costata {otherPacks}: <stop>{machine}, {cause}, {time}</stop>.',
  'behindWithStop.shorter':
    '<inShift>{packs} confezioni</inShift> sotto l’obiettivo. Perdita maggiore: <stop>{machine}, {time}</stop>.',
  'behindWithStop.shortest':
    '<inShift>{packs} confezioni</inShift> in meno. Perdita maggiore: <stop>{machine}</stop>.',
  behind: '<inShift>{packs} confezioni</inShift> sotto l’obiettivo.',
  onTarget: 'Obiettivo raggiunto: <inShift>{packs} confezioni</inShift>.',
  ahead: '<inShift>{packs} confezioni</inShift> sopra l’obiettivo.',
  withoutTargetStop:
    '<inShift>{packs} confezioni</inShift>. Fermata più lunga: <stop>{machine}, {cause}, {time}</stop>.',
  'withoutTargetStop.shorter':
    '<inShift>{packs} confezioni</inShift>. Fermata più lunga: <stop>{machine}, {time}</stop>.',
  withoutTarget: '<inShift>{packs} confezioni</inShift>. Nessun obiettivo impostato.',
  withoutTargetRunning:
    'Finisce fra <inShift>{time}</inShift>. Finora <inShift>{packs} confezioni</inShift>.',
  linesOnTarget:
    'Tutte le <inShift>{count, plural, one {# linea} other {# linee}}</inShift> sono in obiettivo.',
  lineBehind: '<ofLine>{line}</ofLine>: <ofLine>{packs} confezioni</ofLine> sotto l’obiettivo.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine>: <ofLine>{packs} confezioni</ofLine> in meno.',
  standsNow: '<stop>{machine} è ferma da {time}</stop>: {cause}.',
  'standsNow.shorter': '<stop>{machine} è ferma da {time}</stop>.',
  'standsNow.sinceUnknown': '<stop>{machine} è ferma</stop>: {cause}.',
  withoutReason:
    '<questions>{count, plural, one {# fermata non ha} other {# fermate non hanno}} ancora un motivo</questions>.',
  rejectsFrom: '{machine}: <ofMachine>{percent}</ofMachine> di scarti.',
  isNew: 'Non in questo turno una settimana fa: <ofMachine>{machine}, {cause}, {time}</ofMachine>.',
  'isNew.shorter':
    'Non in questo turno una settimana fa: <ofMachine>{machine}, {time}</ofMachine>.',
  'isNew.anywhere': 'Non in questo turno una settimana fa: {cause}, {time}.',
  nothingToDo: 'Niente da fare.',
  lineless: 'Macchine senza linea',
}
