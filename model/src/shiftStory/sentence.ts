/** Bounds of the page of a shift. */
export const shiftPageLimits = {
  /** Sentences beside the first. */
  further: 3,
  stories: 5,
  /** Open questions and changes that are listed; further ones are counted. */
  rows: 50,
  notes: 100,
  noteCharacters: 2_000,
  rejectMachines: 3,
  differences: 3,
  changeMinutes: 30,
  daysBefore: 28,
  /** Characters of a sentence in English, and in the other languages; of a text of a machine in it. */
  english: 90,
  otherLanguages: 110,
  machineText: 32,
} as const

/** Which sentence a shift can be told by, in the order of the table in docs/figures.md: the first that fits. */
export const sentenceRules = [
  'noMachines',
  'noData',
  'littleData',
  'closed',
  'closedButRan',
  'offlineNow',
  'behindByStop',
  'behindWithStop',
  'behind',
  'onTarget',
  'ahead',
  'withoutTargetStop',
  'withoutTarget',
  'withoutTargetRunning',
  'linesOnTarget',
  'lineBehind',
  'standsNow',
  'withoutReason',
  'rejectsFrom',
  'isNew',
  'nothingToDo',
] as const
export type SentenceRule = (typeof sentenceRules)[number]
