import fc from 'fast-check'

/**
 * How much of the slow tests a run takes. `deep` (`npm run test:deep`) takes all of it, `daily` (`npm test`) a part
 * that another day replaces by another: the seed is the number of the day (UTC), or PACKBOARD_TEST_SEED.
 */
export const testDepth = process.env.PACKBOARD_TEST_DEPTH === 'deep' ? 'deep' : 'daily'

/** Beyond 31 bits fast-check has no seed. */
export const testSeed = seedOf(process.env.PACKBOARD_TEST_SEED, Date.now())

export function seedOf(given: string | undefined, now: number): number {
  if (!given) return Math.floor(now / 86_400_000)
  if (!/^\d{1,9}$/.test(given)) {
    throw new Error('PACKBOARD_TEST_SEED must be a whole number of at most nine digits.')
  }
  return Number(given)
}

type Amounts = { readonly deep: number; readonly daily: number }

/** The number that this run takes. */
export const atDepth = (amounts: Amounts): number => amounts[testDepth]

/** What a property on the engines gets: its number of runs, and words that say how to see its failure again. */
export function runsOfProperty(amounts: Amounts) {
  return {
    numRuns: atDepth(amounts),
    seed: testSeed,
    reporter<Tuple>(details: fc.RunDetails<Tuple>) {
      if (!details.failed) return
      throw new Error(`${fc.defaultReportMessage(details)}\n\n${howToRepeat()}`, {
        cause: details.errorInstance,
      })
    },
  }
}

const howToRepeat = () =>
  `To repeat it: PACKBOARD_TEST_DEPTH=${testDepth} PACKBOARD_TEST_SEED=${testSeed} npx vitest run <this file>`

/** `amount` neighbours of a list, another part for each seed, over its end from the beginning again. */
export function partOf<Item>(all: readonly Item[], amount: number, seed = testSeed): Item[] {
  const length = Math.min(amount, all.length)
  const from = (seed * length) % Math.max(1, all.length)
  return [...all, ...all].slice(from, from + length)
}
