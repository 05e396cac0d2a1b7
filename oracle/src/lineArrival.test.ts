// @slow

import { atDepth, partOf } from '@packboard/model/testing'
import { flowLine, type PlayedLine, playLine } from '@packboard/plant/testing/playedLine'
import { openTestServer, type TestServer } from '@packboard/server/testing/openTestServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageLine } from '../testing/stageLine.ts'

/** The same records of a line in the order in which they were sent, and in any other. */
const seeds = partOf(
  Array.from({ length: 20 }, (_, seed) => seed + 1),
  atDepth({ deep: 20, daily: 1 }),
)
const window = { from: new Date('2026-11-03T00:00Z'), to: new Date('2026-11-06T00:00Z') }
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => window.to.getTime() })
}, 120_000)
afterAll(() => server?.close())

/** Three stations, the one in the middle of two machines, whose records get lost and come late. */
function playedLine(seed: number) {
  const size = { machines: 1, needs: 1, bufferSeconds: 30 + 5 * seed, restShare: 0.5 }
  const stations = [size, { ...size, machines: 2 }, size]
  const line = flowLine(`arrival ${seed}`, { stations })
  const played = playLine(line, { seed: `arrival ${seed}`, days: ['2026-11-04'], bad: true })
  return { ...played, deliveries: withoutRepeats(played.deliveries) }
}

/** A record that comes again came when it came first: that instant says whether it was late, so only the first one may be put elsewhere. */
function withoutRepeats(deliveries: PlayedLine['deliveries']): PlayedLine['deliveries'] {
  const seen = new Set<string>()
  const first = deliveries.map((delivery) => ({
    ...delivery,
    records: delivery.records.filter((record) => {
      const key = `${delivery.serialNo} ${JSON.stringify(record)}`
      return !seen.has(key) && seen.add(key)
    }),
  }))
  return first.filter(({ death, records }) => death || records.length > 0)
}

test(`${seeds.length} lines whose records arrive in any order have the roots of those in order`, async () => {
  let compared = 0
  for (const seed of seeds) {
    const played = playedLine(seed)
    const rootsOf = async (name: string, order: Parameters<typeof stageLine>[2]['order']) => {
      const { stops } = await stageLine(server, played, {
        name,
        ...window,
        ...(order && { order }),
      })
      const withoutName = JSON.stringify(stops).replaceAll(`-${name}"`, '"')
      return JSON.parse(withoutName) as unknown[]
    }
    const inOrder = await rootsOf(`s${seed}`, 'asItCame')
    expect(await rootsOf(`r${seed}`, { seed: `arrival ${seed}` })).toEqual(inOrder)
    compared += inOrder.length
  }
  expect(compared).toBeGreaterThan(100 * seeds.length)
}, 900_000)
