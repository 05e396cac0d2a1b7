/**
 * How deep the journeys go. Loops over every language, width or zone prove the same rule many times: each day takes
 * another part of them, `PACKBOARD_TEST_DEPTH=deep` takes all. `PACKBOARD_TEST_SEED` is the number of the day, so that
 * the part of another day can be walked again.
 */
export const deep = process.env.PACKBOARD_TEST_DEPTH === 'deep'
/** The run of `npm test`; a file that is run by its name has no depth. */
export const daily = process.env.PACKBOARD_TEST_DEPTH === 'daily'

const dayMs = 86_400_000

/** Kept in the environment: the workers must list the same journeys, also when midnight passes between two of them. */
process.env.PACKBOARD_TEST_SEED ??= String(Math.floor(Date.now() / dayMs))
const seed = Number(process.env.PACKBOARD_TEST_SEED)
if (!Number.isSafeInteger(seed) || seed < 0) {
  throw new Error(
    `PACKBOARD_TEST_SEED must be a whole number, not ${process.env.PACKBOARD_TEST_SEED}`,
  )
}

/** The settings that run the same journeys again. */
export const depthNote = `PACKBOARD_TEST_SEED=${seed}${deep ? ' PACKBOARD_TEST_DEPTH=deep' : ''}`

/** So many of all, another part each day, in their own order; all of them where the journeys go deep. */
export function partOf<One>(all: readonly One[], size: number): readonly One[] {
  if (deep) return all
  const first = (seed * size) % all.length
  return all.filter((_, index) => (index - first + all.length) % all.length < size)
}
