import type { Translation } from '../../message.ts'
import type { shift as english } from '../en/shift.ts'

export const shift: Translation<typeof english> = {
  linkName: 'Turno',
  noMachines: 'Este cliente aún no tiene máquinas.',
  noData: 'En este turno no llegaron datos.',
  littleData:
    'Solo el <lanes>{percent}</lanes> de este turno tiene datos. Se conocen <inShift>{packs} envases</inShift>.',
  closed: 'Cerrado en el plan, y ninguna máquina funcionó.',
  closedButRan: 'Cerrado en el plan, pero se hicieron <inShift>{packs} envases</inShift>.',
  offlineNow:
    '<now>{count, plural, one {La máquina está sin conexión} other {Las # máquinas están sin conexión}}</now>. Hasta ahora <inShift>{packs} envases</inShift>.',
  behindByStop:
    '<inShift>{packs} envases</inShift> bajo el objetivo. Una parada costó más: <stop>{machine}, {cause}, {time}</stop>.',
  'behindByStop.shorter':
    '<inShift>{packs} envases</inShift> bajo el objetivo. Una parada costó más: <stop>{machine}, {time}</stop>.',
  'behindByStop.shortest':
    '<inShift>{packs} envases</inShift> menos. Una parada costó más: <stop>{machine}</stop>.',
  behindWithStop:
    '<inShift>{packs} envases</inShift> bajo el objetivo. Una parada costó {otherPacks}: <stop>{machine}, {cause}, {time}</stop>.',
  'behindWithStop.shorter':
    '<inShift>{packs} envases</inShift> bajo el objetivo. Mayor pérdida: <stop>{machine}, {time}</stop>.',
  'behindWithStop.shortest':
    '<inShift>{packs} envases</inShift> menos. Mayor pérdida: <stop>{machine}</stop>.',
  behind: '<inShift>{packs} envases</inShift> bajo el objetivo.',
  onTarget: 'En el objetivo: <inShift>{packs} envases</inShift>.',
  ahead: '<inShift>{packs} envases</inShift> sobre el objetivo.',
  withoutTargetStop:
    '<inShift>{packs} envases</inShift>. Parada más larga: <stop>{machine}, {cause}, {time}</stop>.',
  'withoutTargetStop.shorter':
    '<inShift>{packs} envases</inShift>. Parada más larga: <stop>{machine}, {time}</stop>.',
  withoutTarget: '<inShift>{packs} envases</inShift>. No hay ningún objetivo.',
  withoutTargetRunning:
    'Termina en <inShift>{time}</inShift>. Hasta ahora <inShift>{packs} envases</inShift>.',
  linesOnTarget:
    'Las <inShift>{count, plural, one {# línea} other {# líneas}}</inShift> están en el objetivo.',
  lineBehind: '<ofLine>{line}</ofLine>: <ofLine>{packs} envases</ofLine> bajo el objetivo.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine>: <ofLine>{packs} envases</ofLine> menos.',
  standsNow: '<stop>{machine} está parada desde hace {time}</stop>: {cause}.',
  'standsNow.shorter': '<stop>{machine} está parada desde hace {time}</stop>.',
  'standsNow.sinceUnknown': '<stop>{machine} está parada</stop>: {cause}.',
  withoutReason:
    '<questions>{count, plural, one {# parada aún no tiene} other {# paradas aún no tienen}} motivo</questions>.',
  rejectsFrom: '{machine}: <ofMachine>{percent}</ofMachine> de rechazos.',
  isNew: 'No en este turno hace una semana: <ofMachine>{machine}, {cause}, {time}</ofMachine>.',
  'isNew.shorter': 'No en este turno hace una semana: <ofMachine>{machine}, {time}</ofMachine>.',
  'isNew.anywhere': 'No en este turno hace una semana: {cause}, {time}.',
  nothingToDo: 'Nada que hacer.',
  lineless: 'Máquinas sin línea',
}
