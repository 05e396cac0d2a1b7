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
  /** Pieces of a shift that it is drawn in. */
  steps: 60,
  changeMinutes: 30,
  daysBefore: 28,
  /** A shift can be signed so long before its end, and by a device without network so long after it. */
  signMinutes: 30,
  signHours: 24,
  /** A figure moved after it was fixed when it differs by more: percent of an amount, points of a percentage. */
  movedPercent: 0.1,
  movedPoints: 0.1,
  /** Characters of a sentence in English, and in the other languages; of a text of a machine in it. */
  english: 90,
  otherLanguages: 110,
  machineText: 32,
} as const

/** The two persons who sign a hand-over: who hands the shift over, and who takes over. */
export const shiftSides = ['over', 'takeover'] as const
export type ShiftSide = (typeof shiftSides)[number]

/**
 * What the sentence of a shift says, in the order of the table in docs/figures.md, which also has the terms of each: the first of
 * `firstRules` that fits, and beside it the first three of `furtherRules` that fit.
 */
export const firstRules = [
  'noMachines',
  'closed',
  'closedButRan',
  'noData',
  'littleData',
  'offlineNow',
  'behindByStop',
  'behindWithStop',
  'behind',
  'onTarget',
  'ahead',
  'withoutTargetRunning',
  'withoutTargetStop',
  'withoutTarget',
] as const

export const furtherRules = [
  'standsNow',
  'lineBehind',
  'linesOnTarget',
  'lineHeld',
  'isNew',
  'withoutReason',
  'rejectsFrom',
  'nothingToDo',
] as const

export const sentenceRules = [...firstRules, ...furtherRules] as const
export type SentenceRule = (typeof sentenceRules)[number]
