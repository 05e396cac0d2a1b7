// @slow

import type { LineStopWire } from '@packboard/contract'
import { atDepth, partOf } from '@packboard/model/testing'
import { anyLine, type PlayedLine, playLine } from '@packboard/plant/testing/playedLine'
import { openTestServer, type TestServer } from '@packboard/server/testing/openTestServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stageLine } from '../testing/stageLine.ts'

/** The roots that the product finds on lines of the plant, whose truth is known: parallel stations, buffers, clocks, gaps and late records. */
const seeds = partOf(
  Array.from({ length: 20 }, (_, seed) => seed + 1),
  atDepth({ deep: 20, daily: 2 }),
)
/** Of all seeds; few of them may be lines that are harder than most. */
const goal = atDepth({ deep: 0.94, daily: 0.9 })
/** Silences leave roots open: more is withheld. */
const goalOfBad = atDepth({ deep: 0.9, daily: 0.8 })
const mostWrong = atDepth({ deep: 0.01, daily: 0.03 })
const days = ['2026-11-04']
const window = { from: new Date('2026-11-03T00:00Z'), to: new Date('2026-11-06T00:00Z') }
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => window.to.getTime() })
}, 120_000)
afterAll(() => server?.close())

type Verdict = 'right' | 'wrong' | 'withheld' | 'skew' | 'unknown'

/** Compares the stops of the product with what truly stopped the machines, by the clock of each machine. */
function verdicts(
  { truth }: PlayedLine,
  stops: readonly LineStopWire[],
  serialOf: (serialNo: string) => string,
) {
  const found: {
    readonly verdict: Verdict
    readonly waits: boolean
    readonly what: string
    readonly detail?: string
  }[] = []
  for (const { machineId, clockMs, stops: own } of truth) {
    for (const stop of stops) {
      if (stop.machineId !== serialOf(machineId)) continue
      const at = stop.from.getTime() - clockMs
      const real = own.find(({ from, to }) => from - 1_000 <= at && at < to)
      if (real === undefined) {
        found.push({ verdict: 'unknown', waits: false, what: '' })
        continue
      }
      const { root } = real
      const expected = typeof root === 'string' ? root : serialOf(root.machineId)
      const { attribution } = stop
      const said =
        attribution.kind === 'withheld'
          ? attribution.why
          : attribution.kind === 'own'
            ? 'own'
            : (attribution.rootMachineId ?? 'outside')
      const verdict =
        said === expected
          ? 'right'
          : attribution.kind === 'withheld'
            ? attribution.why === 'skew'
              ? 'skew'
              : 'withheld'
            : 'wrong'
      const kind = (one: string) => (one.startsWith('M-') ? 'machine' : one)
      found.push({
        ...{ verdict, waits: expected !== 'own' },
        what: `${kind(expected)} → ${said === expected ? 'right' : kind(said)}`,
        ...(verdict === 'wrong' && {
          detail: `${machineId} ${stop.from.toISOString()} ${stop.seconds} s ${stop.waits} ${stop.cause}: ${expected}, not ${said}`,
        }),
      })
    }
  }
  return found
}

test.each([
  ['without faults', false, goal],
  ['with gaps, losses and late records', true, goalOfBad],
])(
  `${seeds.length} lines %s`,
  async (title, bad, least) => {
    const all: ReturnType<typeof verdicts> = []
    for (const seed of seeds) {
      const name = `${bad ? 'b' : 'g'}${seed}`
      const played = playLine(anyLine(name), { seed: name, days, bad })
      const { stops, serialOf } = await stageLine(server, played, { name, ...window })
      all.push(...verdicts(played, stops, serialOf))
    }
    const counted = all.filter(({ verdict }) => verdict !== 'skew' && verdict !== 'unknown')
    const waiting = counted.filter(({ waits }) => waits)
    const share = (list: typeof all, verdict: Verdict) =>
      list.filter((one) => one.verdict === verdict).length / Math.max(1, list.length)
    const percent = (list: typeof all) =>
      (['right', 'wrong', 'withheld'] as const)
        .map((verdict) => `${(100 * share(list, verdict)).toFixed(2)} % ${verdict}`)
        .join(', ')
    const whats = Map.groupBy(all, ({ what }) => what)
    console.info(
      [
        `${title}: ${counted.length} stops: ${percent(counted)}`,
        `${waiting.length} that wait: ${percent(waiting)}`,
        `apart for their clocks: ${all.filter(({ verdict }) => verdict === 'skew').length}`,
        `in no true stop: ${all.filter(({ verdict }) => verdict === 'unknown').length}`,
        ...[...whats].map(([what, list]) => `  ${what}: ${list.length}`),
        ...all.flatMap(({ detail }) => (detail === undefined ? [] : [`  ${detail}`])).slice(0, 20),
      ].join('\n'),
    )
    expect(counted.length).toBeGreaterThan(100)
    expect(share(counted, 'right')).toBeGreaterThanOrEqual(least)
    expect(share(counted, 'wrong')).toBeLessThanOrEqual(mostWrong)
  },
  900_000,
)
