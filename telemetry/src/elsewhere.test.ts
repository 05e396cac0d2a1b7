import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { grantClientScope } from '@packboard/model'
import { expect, test } from 'vitest'
import { RecordsAreElsewhere, telemetryElsewhere } from './elsewhere.ts'
import { recoveredParts } from './read.ts'

const elsewhere = telemetryElsewhere({
  health: async () => ({ ok: true, detail: '' }),
  damage: () => [],
  acceptDamage: async () => [],
})

/** A function that takes the telemetry and returns a promise, but is none that always returns one. */
const throwsAtOnce =
  /export function (\w+)(?:<[^(]*>)?\(\s*\{?[^:)]*\}?: (?:Telemetry|Pick<Telemetry)[^{]*?\): Promise</g

/**
 * Questions run side by side: where one throws at once nothing waits for those that were begun before it, and the first of these that
 * fails ends the process.
 */
test('where the records are elsewhere a question fails as a promise', async () => {
  const period = { from: new Date(0), to: new Date(60_000) }
  const question = recoveredParts(elsewhere, grantClientScope(1), {
    machineIds: [1],
    period,
    filter: {},
  })
  await expect(question).rejects.toThrow(RecordsAreElsewhere)

  const folder = join(import.meta.dirname, 'read')
  const files = readdirSync(folder).filter((name) => !name.includes('.test.'))
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return [...text.matchAll(throwsAtOnce)].map((match) => `${name}: ${match[1]}`)
  })
  expect(files.length).toBeGreaterThan(20)
  expect(found).toEqual([])
})
