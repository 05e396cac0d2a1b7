import type { Translation } from '../../message.ts'
import type { shift as english } from '../en/shift.ts'

export const shift: Translation<typeof english> = {
  linkName: 'Poste',
  noMachines: 'Ce client n’a pas encore de machines.',
  noData: 'Aucune donnée n’est arrivée pendant ce poste.',
  littleData:
    'Seuls <lanes>{percent}</lanes> de ce poste ont des données. <inShift>{packs} paquets</inShift> connus.',
  closed: 'Fermé dans le plan, et aucune machine n’a marché.',
  closedButRan: 'Fermé dans le plan, mais <inShift>{packs} paquets</inShift> ont été faits.',
  offlineNow:
    '<now>{count, plural, one {La machine est hors ligne} other {Les # machines sont hors ligne}}</now>. Jusqu’ici <inShift>{packs} paquets</inShift>.',
  behindByStop:
    '<inShift>{packs} paquets</inShift> sous l’objectif. Un arrêt a coûté plus : <stop>{machine}, {cause}, {time}</stop>.',
  'behindByStop.shorter':
    '<inShift>{packs} paquets</inShift> sous l’objectif. Un arrêt a coûté plus : <stop>{machine}, {time}</stop>.',
  'behindByStop.shortest':
    '<inShift>{packs} paquets</inShift> de moins. Un arrêt a coûté plus : <stop>{machine}</stop>.',
  behindWithStop:
    '<inShift>{packs} paquets</inShift> sous l’objectif. Un arrêt a coûté {otherPacks} : <stop>{machine}, {cause}, {time}</stop>.',
  'behindWithStop.shorter':
    '<inShift>{packs} paquets</inShift> sous l’objectif. Plus grande perte : <stop>{machine}, {time}</stop>.',
  'behindWithStop.shortest':
    '<inShift>{packs} paquets</inShift> de moins. Plus grande perte : <stop>{machine}</stop>.',
  behind: '<inShift>{packs} paquets</inShift> sous l’objectif.',
  onTarget: 'Objectif atteint : <inShift>{packs} paquets</inShift>.',
  ahead: '<inShift>{packs} paquets</inShift> au-dessus de l’objectif.',
  withoutTargetStop:
    '<inShift>{packs} paquets</inShift>. Arrêt le plus long : <stop>{machine}, {cause}, {time}</stop>.',
  'withoutTargetStop.shorter':
    '<inShift>{packs} paquets</inShift>. Arrêt le plus long : <stop>{machine}, {time}</stop>.',
  withoutTarget: '<inShift>{packs} paquets</inShift>. Aucun objectif n’est fixé.',
  withoutTargetRunning:
    'Se termine dans <inShift>{time}</inShift>. Jusqu’ici <inShift>{packs} paquets</inShift>.',
  linesOnTarget:
    'Les <inShift>{count, plural, one {# ligne} other {# lignes}}</inShift> ont atteint l’objectif.',
  lineBehind: '<ofLine>{line}</ofLine> : <ofLine>{packs} paquets</ofLine> sous l’objectif.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine> : <ofLine>{packs} paquets</ofLine> de moins.',
  standsNow: '<stop>{machine} est arrêtée depuis {time}</stop> : {cause}.',
  'standsNow.shorter': '<stop>{machine} est arrêtée depuis {time}</stop>.',
  'standsNow.sinceUnknown': '<stop>{machine} est arrêtée</stop> : {cause}.',
  withoutReason:
    '<questions>{count, plural, one {# arrêt n’a} other {# arrêts n’ont}} pas encore de motif</questions>.',
  rejectsFrom: '{machine} : <ofMachine>{percent}</ofMachine> de rebuts.',
  isNew: 'Nouveau depuis une semaine : <ofMachine>{machine}, {cause}, {time}</ofMachine>.',
  'isNew.shorter': 'Nouveau depuis une semaine : <ofMachine>{machine}, {time}</ofMachine>.',
  'isNew.anywhere': 'Nouveau depuis une semaine : {cause}, {time}.',
  nothingToDo: 'Rien à faire.',
  lineless: 'Machines sans ligne',
}
