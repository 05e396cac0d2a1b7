export type TourStep = {
  /** The key of its title; the key of its text is the same with `Text` behind it. */
  readonly title: 'tour.card' | 'tour.totals' | 'tour.past' | 'tour.reason'
  /** What the step is about; the first of these that can be seen is framed. */
  readonly about: readonly string[]
}

/** Four things that make the rest easy to find. */
export const tourSteps: readonly [TourStep, ...TourStep[]] = [
  { title: 'tour.card', about: ['main article[data-band]'] },
  { title: 'tour.totals', about: ['main form:has(input)', 'main input'] },
  { title: 'tour.past', about: ['header nav', 'header [aria-controls="menu"]'] },
  {
    title: 'tour.reason',
    about: ['header [aria-haspopup="dialog"]', 'header [aria-controls="menu"]'],
  },
]
