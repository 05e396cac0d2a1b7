import { compare } from './compare.ts'

/** The texts of the comparison alone, in English. */
export const compareTexts = { compare }
