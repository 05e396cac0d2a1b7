import type { Catalogue } from '../../catalogue.ts'
import { compare } from './compare.ts'

/** The texts of the comparison alone, in French. */
export const compareTexts = { compare } satisfies Partial<Catalogue>
