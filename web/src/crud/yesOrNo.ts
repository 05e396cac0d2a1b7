import type { Say } from '../i18n/sayIn.ts'

/** The two answers of a select. */
export const yesOrNo = (say: Say<'panel'>) => [
  { value: 'true', label: say('yes') },
  { value: 'false', label: say('no') },
]
