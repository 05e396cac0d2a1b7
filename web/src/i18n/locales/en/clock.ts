/** The zone in which times are shown. */
export const clock = {
  timesIn: 'Times in',
  mine: 'My time ({zone})',
  factory: 'Factory time ({zone})',
  ofLink: 'Time of the link ({zone})',
} as const
