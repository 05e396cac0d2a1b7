/** On whose clock times are told. */
export const clock = {
  timesIn: 'Times in',
  mine: 'My time ({zone})',
  factory: 'Factory time ({zone})',
  ofLink: 'Time of the link ({zone})',
} as const
