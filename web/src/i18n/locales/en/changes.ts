/** What was different after a setting was changed. */
export const changes = {
  title: 'What Changed',
  sub: 'settings changed at the machine, and its figures in the half hour before and after',
  subLast: 'the last {days} days of this time period',
  subNewest: 'the newest {judged} of {count} changes',
  changedBefore: 'Changed before it got worse',
  none: 'After none of {count, plural, one {{count} change} other {{count} changes}} it got worse beyond chance. The nearest to it come first.',
  noChanges: 'No setting was changed in this time period.',
  showAll: 'Show all {count}',
  showFewer: 'Show the first ones only',
  when: 'When',
  change: 'Changed before',
  stops: 'Own stops per hour',
  rejects: 'Rejects',
  speed: 'Packs per minute of run',
  worse: 'worse beyond chance',
  tooLittle: 'Too little run of one product before or after it to compare.',
  showAround: 'Show the half hours around {time}',
  fromTo: 'from {before} to {after}',
  chance:
    'Compared with every other minute of this machine and with the same minutes in another order; all changes are corrected together (5 %). It was so before; whether it was the cause is not known.',
} as const
