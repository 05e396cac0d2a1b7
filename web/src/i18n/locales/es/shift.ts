import type { Translation } from '../../catalogue.ts'
import type { shift as english } from '../en/shift.ts'

export const shift: Translation<typeof english> = {
  linkName: 'Turno',
  noMachines: 'Este cliente aún no tiene máquinas.',
  noData: 'En este turno no llegaron datos.',
  littleData: 'Solo el <lanes>{percent}</lanes> de este turno tiene datos.',
  closed: 'Cerrado en el plan, y ninguna máquina funcionó.',
  closedButRan: 'Cerrado en el plan, pero se hicieron <inShift>{packs} envases</inShift>.',
  offlineNow:
    '<now>{count, plural, one {# máquina está sin conexión} other {# máquinas están sin conexión}}</now>.',
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
    '<inShift>{count, plural, one {# línea está} other {# líneas están}}</inShift> en el objetivo.',
  lineOnTarget: '<ofLine>{line}</ofLine> está en el objetivo.',
  lineBehind: '<ofLine>{line}</ofLine>: <ofLine>{packs} envases</ofLine> bajo el objetivo.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine>: <ofLine>{packs} envases</ofLine> menos.',
  standsNow: '<stop>{machine} está parada desde hace {time}</stop>: {cause}.',
  'standsNow.shorter': '<stop>{machine} está parada desde hace {time}</stop>.',
  withoutReason:
    '<questions>{count, plural, one {# parada aún no tiene} other {# paradas aún no tienen}} motivo</questions>.',
  rejectsFrom: 'El <ofMachine>{percent} de los rechazos</ofMachine> viene de {machine}.',
  isNew: 'Nuevo en 28 días: <stop>{machine}, {cause}</stop>.',
  nothingToDo: 'Nada que hacer.',
  lineless: 'Máquinas sin línea',
}
