export type TourStep = {
  readonly title: string
  readonly text: string
  /** What the step is about; the first of these that can be seen is framed. */
  readonly about: readonly string[]
}

/** Four things that make the rest easy to find. */
export const tourSteps: readonly TourStep[] = [
  {
    title: 'Every card is a machine',
    text: 'Colour, shape and word say the same: what it does now and since when. The strip is what it did in the last hours. Select a card for its charts, alarms and audit trail.',
    about: ['main article[data-band]'],
  },
  {
    title: 'Totals since the start of the shift',
    text: 'Packs and times are counted from this start time until now. They are read on every 30 seconds; a change of state is here within a second.',
    about: ['main form:has(input)', 'main input'],
  },
  {
    title: 'From now to the past',
    text: 'The Per Day Summary has a row for each day, machine, product and tool. The Management Panel is for the people who look after machines and users.',
    about: ['header nav', 'header [aria-label="Menu"]'],
  },
  {
    title: 'No number without a reason',
    text: 'The i beside a figure says what it means, the magnifying glass shows the records that it came from. All of it, and the keyboard shortcuts, are in Help: press ?',
    about: ['header [aria-label="Help"]', 'header [aria-label="Menu"]'],
  },
]
