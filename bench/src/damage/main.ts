import { rm } from 'node:fs/promises'
import { seededRandom } from '../measure.ts'
import { makeBase } from './base.ts'
import { damageRound } from './damageRound.ts'
import { type DamageKind, nameOf } from './strike.ts'

/** Each of them once in ten rounds, in a random order. */
const kinds: readonly DamageKind[] = [
  ...([true, false] as const).flatMap((running) =>
    (['truncated', 'flipped', 'deleted'] as const).map(
      (damage): DamageKind => ({ what: 'part', damage, running }),
    ),
  ),
  { what: 'away', store: 'telemetry' },
  { what: 'away', store: 'management' },
  { what: 'olderCopy', store: 'telemetry' },
  { what: 'olderCopy', store: 'management' },
]

/**
 * Rounds of damage to a served installation under load: a random part of a random table truncated, flipped or deleted, or a
 * whole store removed or replaced by an older copy. Each must be said within a minute; only figures that were said to
 * be incomplete may be lower; no client is shown a row of another; and the way out that the message names mends it. Words
 * after the seed narrow the kinds to those that have them in their name.
 */
export async function main([
  rounds = '10',
  seed = String(Date.now() % 1_000_000),
  ...words
]: string[]) {
  console.log(`${rounds} rounds; to repeat them: npm run test:damage -- ${rounds} ${seed}`)
  const random = seededRandom(Number(seed))
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('Nothing to choose from')
    return item
  }
  const base = await makeBase()
  let deck: DamageKind[] = []
  let faults = 0
  let longest = 0
  try {
    for (let round = 1; round <= Number(rounds); round += 1) {
      if (deck.length === 0)
        deck = kinds.filter((one) => words.every((word) => nameOf(one).includes(word)))
      const kind = pick(deck)
      deck = deck.filter((one) => one !== kind)
      console.log(`${round}: ${nameOf(kind)}`)
      const begin = performance.now()
      const outcome = await damageRound(base, kind, { pick })
      faults += outcome.faults.length
      longest = Math.max(longest, outcome.seconds ?? 0)
      console.log(`   where    ${outcome.where}`)
      const after = outcome.seconds === undefined ? '' : `after ${outcome.seconds.toFixed(1)} s: `
      console.log(`   said     ${after}${outcome.said}`)
      console.log(`   mended   ${outcome.mended}`)
      console.log(`   figures  ${outcome.figures}`)
      console.log(`   load     ${outcome.acknowledged} records of client 1 acknowledged`)
      for (const fault of outcome.faults) console.log(`   FAULT    ${fault}`)
      for (const line of outcome.log) console.log(`   LOG      ${line}`)
      console.log(`   took     ${Math.round((performance.now() - begin) / 1_000)} s`)
    }
  } finally {
    await rm(base.dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
  console.log(`longest until it was said: ${longest.toFixed(1)} s`)
  console.log(`${rounds} rounds, ${faults} faults`)
  process.exitCode = faults === 0 ? 0 : 1
}
