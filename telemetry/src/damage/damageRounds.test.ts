import { atDepth } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { damageRound } from '../../testing/damageRound.ts'

/** More rounds by hand: PACKBOARD_DAMAGE_ROUNDS=10; PACKBOARD_DAMAGE_SEED repeats them. */
const rounds = Number(process.env.PACKBOARD_DAMAGE_ROUNDS ?? atDepth({ deep: 5, daily: 0 }))
const seed = Number(process.env.PACKBOARD_DAMAGE_SEED ?? Date.now() % 1_000_000)

test.runIf(rounds > 0)(
  `${rounds} rounds of damage (PACKBOARD_DAMAGE_SEED=${seed}): all of it is said, no figure falls in silence, and each is mended as the message says`,
  async () => {
    const random = seededRandom(seed)
    const faults: string[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const outcome = await damageRound(random)
      process.stderr.write(`damage ${round}: ${JSON.stringify(outcome)}\n`)
      faults.push(...outcome.faults.map((fault) => `round ${round}: ${fault}`))
    }
    expect(faults).toEqual([])
  },
  30_000 + rounds * 60_000,
)

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
