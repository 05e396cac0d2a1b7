// @slow

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { atDepth, partOf } from '@packboard/model/testing'
import { openTestTelemetry, storedRows } from '@packboard/telemetry/testing'
import { expect, test } from 'vitest'
import { deliverDay } from '../../testing/deliverDay.ts'
import { farAhead, faultDay, type SentMachine } from '../../testing/faultDay.ts'

/**
 * The same records give the same minutes for ever, to the last digit: three days of the plant of faults, by their seeds, and of each
 * machine how many minutes it had, and the digest of their rows. The digests are those of the ledger of schema 8, which had minutes
 * alone: they hold that what was done since to make it fast moved nothing. A rule that moves minutes on purpose moves digests; the
 * message says of which machines, and their new ones.
 */
type Recorded = Readonly<Record<string, Readonly<Record<string, string>>>>
const recorded: Recorded = JSON.parse(
  readFileSync(new URL('./sameMinutes.json', import.meta.url), 'utf8'),
)

/** How many values the carry of schema 8 had. Unit modes (D72) and the machine's own times of its states (D71) follow them. */
const carryThen = 18

/** A row in what schema 8 knew: its last value, the unit modes, and the end of its carry came later. */
function asOfSchema8(row: string): string {
  const [pieces, spans, carry, label] = JSON.parse(row)
  const known: unknown[] = JSON.parse(carry).slice(0, carryThen)
  if (known.at(-1) === null && known.length === carryThen) known.pop()
  return JSON.stringify([pieces, spans, known, label])
}

function digestOf(rows: ReadonlyMap<number, string>): string {
  const hash = createHash('sha256')
  for (const [minute, row] of rows) hash.update(`${minute} ${asOfSchema8(row)}\n`)
  return `${rows.size} ${hash.digest('hex')}`
}

const isFarAhead = ({ machine }: SentMachine) => machine.serialNo === farAhead

test.each(Object.keys(recorded))(
  'the minutes of the day of seed %s are what they have always been',
  async (seed) => {
    const sent = faultDay(seed)
    const others = sent.filter((one) => !isFarAhead(one))
    const played = partOf(others, atDepth({ deep: others.length, daily: 1 })).concat(
      sent.filter(isFarAhead),
    )
    const telemetry = await openTestTelemetry()
    try {
      await deliverDay(telemetry, played)
      const digests: [string, string][] = []
      for (const { clientId, machineId, machine } of played) {
        const rows = await storedRows(telemetry.context, { clientId, machineId })
        digests.push([machine.serialNo, digestOf(rows)])
      }
      const before = played.map(({ machine: { serialNo } }) => [
        serialNo,
        recorded[seed]?.[serialNo],
      ])
      expect(digests).toEqual(before)
    } finally {
      await telemetry.close()
    }
  },
  300_000,
)
