/**
 * A shift in one sentence: a text for each rule of docs/figures.md, from the longest to the shortest of it. At most 90
 * characters in English, 110 in the other languages, with everything filled in. No sentence says that something caused
 * something, and none names a person.
 */
export const shift = {
  linkName: 'Shift',
  noMachines: 'This client has no machines yet.',
  noData: 'No data came in this shift.',
  littleData:
    'Only <lanes>{percent}</lanes> of this shift has data. <inShift>{packs} packs</inShift> are known.',
  closed: 'Closed in the plan, and no machine ran.',
  closedButRan: 'Closed in the plan, but <inShift>{packs} packs</inShift> were made.',
  offlineNow:
    '<now>{count, plural, one {The machine is offline} other {All # machines are offline}}</now>. <inShift>{packs} packs</inShift> so far.',
  behindByStop:
    '<inShift>{packs} packs</inShift> short of target. One stop cost more than that: <stop>{machine}, {cause}, {time}</stop>.',
  'behindByStop.shorter':
    '<inShift>{packs} packs</inShift> short of target. One stop cost more: <stop>{machine}, {time}</stop>.',
  'behindByStop.shortest':
    '<inShift>{packs} packs</inShift> short. One stop cost more: <stop>{machine}</stop>.',
  behindWithStop:
    '<inShift>{packs} packs</inShift> short of target. One stop cost {otherPacks}: <stop>{machine}, {cause}, {time}</stop>.',
  'behindWithStop.shorter':
    '<inShift>{packs} packs</inShift> short of target. Largest loss: <stop>{machine}, {time}</stop>.',
  'behindWithStop.shortest':
    '<inShift>{packs} packs</inShift> short. Largest loss: <stop>{machine}</stop>.',
  behind: '<inShift>{packs} packs</inShift> short of target.',
  onTarget: 'On target: <inShift>{packs} packs</inShift>.',
  ahead: '<inShift>{packs} packs</inShift> ahead of target.',
  withoutTargetStop:
    '<inShift>{packs} packs</inShift>. Longest stop: <stop>{machine}, {cause}, {time}</stop>.',
  'withoutTargetStop.shorter':
    '<inShift>{packs} packs</inShift>. Longest stop: <stop>{machine}, {time}</stop>.',
  withoutTarget: '<inShift>{packs} packs</inShift>. No target is set.',
  withoutTargetRunning:
    'Ends in <inShift>{time}</inShift>. <inShift>{packs} packs</inShift> so far.',
  linesOnTarget:
    'All <inShift>{count, plural, one {# line} other {# lines}}</inShift> are on target.',
  lineBehind: '<ofLine>{line}</ofLine> is <ofLine>{packs} packs</ofLine> short of target.',
  'lineBehind.shorter': '<ofLine>{line}</ofLine>: <ofLine>{packs} packs</ofLine> short.',
  standsNow: '<stop>{machine} has been stopped for {time}</stop>: {cause}.',
  'standsNow.shorter': '<stop>{machine} has been stopped for {time}</stop>.',
  'standsNow.sinceUnknown': '<stop>{machine} is stopped</stop>: {cause}.',
  withoutReason:
    '<questions>{count, plural, one {# stop has} other {# stops have}} no reason yet</questions>.',
  rejectsFrom: '{machine} rejected <ofMachine>{percent}</ofMachine> of its packs.',
  isNew: 'Not in this shift last week: <ofMachine>{machine}, {cause}, {time}</ofMachine>.',
  'isNew.shorter': 'Not in this shift last week: <ofMachine>{machine}, {time}</ofMachine>.',
  'isNew.anywhere': 'Not in this shift last week: {cause}, {time}.',
  nothingToDo: 'Nothing to do.',
  lineless: 'Machines without a line',
} as const
