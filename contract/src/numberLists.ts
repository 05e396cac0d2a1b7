import { z } from './z.ts'

/**
 * Lists of numbers, each with `least` of them or more, whole unless `fractions`. One loop looks at them: an answer may hold hundreds of
 * thousands of numbers, and a schema for each takes longer on both sides than all else that is done with them.
 */
export function numberLists(least: number, { fractions = false } = {}) {
  const isNumber = fractions ? Number.isFinite : Number.isSafeInteger
  return z
    .custom<number[][]>(
      (value) =>
        Array.isArray(value) &&
        value.every((list) => Array.isArray(list) && list.length >= least && list.every(isNumber)),
      `Lists of ${least} or more ${fractions ? 'numbers' : 'whole numbers'}`,
    )
    .meta({
      type: 'array',
      items: {
        type: 'array',
        items: { type: fractions ? 'number' : 'integer' },
        minItems: least,
      },
    })
}
