import { describe, expect, test } from 'vitest'
import { type Attribution, attributeStops, type NamedRoot } from './attributeStops.ts'
import { stationLimits } from './bottleneck.ts'
import { measuredBuffers } from './bufferDelays.ts'
import type { Waits } from './evidence.ts'
import type { Flow } from './flow.ts'
import { lineLosses, stopsInWindow } from './lineLosses.ts'
import type { LineMachine, LineStop, Span } from './stationTimes.ts'

/** A line of four stations, the third of which has two machines of which one must run. Times are seconds. */
const range = { from: 0, to: 36_000_000 }
const stations: Flow<number> = [
  { machines: [1], needs: 1, bufferSeconds: 0, key: false },
  { machines: [2], needs: 1, bufferSeconds: 30, key: true },
  { machines: [3, 4], needs: 1, bufferSeconds: 60, key: false },
  { machines: [5], needs: 1, bufferSeconds: 10, key: false },
]
const beginning = Number.NEGATIVE_INFINITY

const inMs = <One extends Span>(span: One) => ({
  ...span,
  from: span.from * 1_000,
  to: span.to * 1_000,
})

const stop = (
  machineId: number,
  [from, to]: readonly [number, number],
  waits: Waits | null = null,
  more: Partial<LineStop> = {},
): LineStop => ({
  ...inMs({ machineId, from, to, waits }),
  ...{ group: '', cause: 'Stopped', isBeginKnown: true, skewMs: 0, ...more },
})

type More = {
  readonly gaps?: readonly (Span & { readonly machineId: number })[]
  readonly planned?: readonly (Span & { readonly machineId: number; readonly closed: boolean })[]
  readonly named?: readonly NamedRoot[]
  readonly flow?: Flow<number>
}

function attributed(
  stops: readonly LineStop[],
  { gaps = [], planned = [], named = [], flow = stations }: More = {},
) {
  const isOf = (machineId: number) => (one: { readonly machineId: number }) =>
    one.machineId === machineId
  const machines = [1, 2, 3, 4, 5].map(
    (machineId): LineMachine => ({
      machineId,
      stops: stops.filter(isOf(machineId)),
      gaps: gaps.filter(isOf(machineId)).map(inMs),
      planned: planned.filter(isOf(machineId)).map(inMs),
    }),
  )
  const question = { machines, range }
  return {
    question,
    answer: attributeStops({ ...question, named, flow: [{ from: beginning, value: flow }] }),
  }
}

function textOf(attribution: Attribution | undefined): string {
  if (attribution === undefined) return 'nothing'
  if (attribution.kind === 'own') return 'own'
  if (attribution.kind === 'withheld') return attribution.why
  const { rootMachineId, neighbourId, unmeasured } = attribution
  if (rootMachineId === null) return 'outside'
  const by = neighbourId === rootMachineId ? '' : ` by ${neighbourId}`
  return `${rootMachineId}${by}${unmeasured ? ' unmeasured' : ''}`
}

/** Of the last stop of a list. */
function rootOf(stops: readonly LineStop[], more?: More): string {
  const last = stops.at(-1)
  return last === undefined ? '' : textOf(attributed(stops, more).answer.attributions.get(last))
}

const blocked = stop(1, [1_020, 1_080], 'down')

describe('a stop belongs to the nearest station that went down before it', () => {
  test.each([
    ['while it stands', [1_000, 2_000], '2'],
    ['by its records 2 s after it', [1_022, 2_000], '2'],
    ['not by records later than that', [1_022.001, 2_000], 'noStationDown'],
    ['which ran again within the buffer and 5 s', [900, 985.001], '2'],
    ['not where it ran longer', [900, 985], 'noStationDown'],
  ] as const)('%s', (_, times, expected) => {
    expect(rootOf([stop(2, times), blocked])).toBe(expected)
  })

  test('on the side that it waits for, and outside where the line ends', () => {
    const cause = stop(2, [1_000, 2_000])
    expect(rootOf([cause, stop(3, [1_040, 1_100], 'up')])).toBe('2')
    expect(rootOf([cause, stop(3, [1_040, 1_100], 'down')])).toBe('noStationDown')
    expect(rootOf([cause, stop(5, [1_040, 1_100], 'down')])).toBe('outside')
    expect(rootOf([cause, stop(1, [1_040, 1_100], 'up')])).toBe('outside')
  })

  test('where the side is not known, to the only one of both that has a root', () => {
    const [before, after] = [stop(1, [1_000, 1_100]), stop(5, [1_000, 1_100])]
    const both = [stop(3, [1_005, 1_100], 'down'), stop(4, [1_008, 1_100], 'down')]
    const waiting = stop(2, [1_020, 1_080], 'either')
    expect(rootOf([before, waiting])).toBe('1')
    expect(rootOf([after, ...both, waiting])).toBe('5 by 4')
    expect(rootOf([before, after, ...both, waiting])).toBe('twoFit')
    expect(rootOf([waiting])).toBe('noStationDown')
  })

  test('followed until a station whose own state is not external, and withheld where that waits for the other side', () => {
    const middle = (waits: Waits) => stop(2, [1_010, 1_090], waits)
    const others = [stop(3, [1_000, 1_100]), stop(4, [1_003, 1_100])]
    expect(rootOf([...others, middle('down'), blocked])).toBe('4 by 2')
    expect(rootOf([...others, middle('either'), blocked])).toBe('4 by 2')
    expect(rootOf([...others, middle('up'), blocked])).toBe('opposite')
    expect(rootOf([middle('down'), blocked])).toBe('noStationDown')
  })
})

describe('a station of several machines', () => {
  const waiting = stop(2, [1_020, 1_080], 'down')

  test('counts while fewer than needed run, with the machine whose stop made it so', () => {
    expect(rootOf([stop(3, [1_000, 1_100]), waiting])).toBe('noStationDown')
    expect(rootOf([stop(3, [1_000, 1_100]), stop(4, [900, 1_100]), waiting])).toBe('3')
    expect(rootOf([stop(3, [1_000, 1_100]), stop(4, [1_002, 1_100]), waiting])).toBe('twoFit')
    expect(rootOf([stop(3, [1_000, 1_100]), stop(4, [1_002.001, 1_100]), waiting])).toBe('4')
    const late = { skewMs: 1_500 }
    expect(rootOf([stop(3, [1_000, 1_100], null, late), stop(4, [1_003, 1_100]), waiting])).toBe(
      'twoFit',
    )
  })

  test('that stopped within 2 s of each other for one root is no question', () => {
    const both = [stop(3, [1_010, 1_100], 'down'), stop(4, [1_011, 1_100], 'down')]
    expect(rootOf([stop(5, [1_000, 1_100]), ...both, waiting])).toBe('5 by 4')
    const apart = [stop(3, [1_010, 1_100]), stop(4, [1_011, 1_100], 'down')]
    expect(rootOf([stop(5, [1_000, 1_100]), ...apart, waiting])).toBe('twoFit')
  })

  test('needs no machine that the plan keeps away', () => {
    const planned = [{ machineId: 3, from: 500, to: 1_500, closed: false }]
    const away = stop(3, [500, 1_500])
    expect(rootOf([away, stop(4, [1_000, 1_100]), waiting], { planned })).toBe('4')
    expect(rootOf([away, waiting], { planned })).toBe('noStationDown')
  })
})

describe('what is no root', () => {
  const third = [stop(3, [1_000, 1_100]), stop(4, [1_003, 1_100])]

  test('a station that the plan keeps away is bridged with its buffer; a line that is away has no root', () => {
    const away = stop(2, [500, 1_500])
    const planned = [{ machineId: 2, from: 500, to: 1_500, closed: false }]
    const late = stop(1, [1_100 + 30 + 60 + 4, 1_300], 'down')
    expect(rootOf([away, ...third, late], { planned })).toBe('4')
    expect(
      rootOf([away, ...third, stop(1, [1_100 + 30 + 60 + 5, 1_300], 'down')], { planned }),
    ).toBe('noStationDown')
    const flow = stations.slice(0, 2)
    expect(rootOf([away, blocked], { planned, flow })).toBe('noStationDown')
  })

  test('a station without data withholds, and does not in closed time', () => {
    const gaps = [{ machineId: 2, from: 1_010, to: 1_015 }]
    expect(rootOf([...third, blocked], { gaps })).toBe('offline')
    const planned = [{ machineId: 2, from: 0, to: 2_000, closed: true }]
    expect(rootOf([...third, blocked], { gaps, planned })).toBe('4')
  })

  test('a stop that begins in a gap, or before what was read, is withheld', () => {
    expect(rootOf([stop(2, [1_000, 1_100]), { ...blocked, isBeginKnown: false }])).toBe(
      'dataMissing',
    )
    expect(rootOf([stop(2, [0, 1_100]), stop(1, [34, 40], 'down')])).toBe('dataMissing')
  })
})

test.each([
  [31_000, 0, 'skew'],
  [30_000, 0, '2'],
  [15_500, -15_501, 'skew'],
  [null, 90_000, '2 unmeasured'],
] as const)('clocks that differ by %s and %s ms: %s', (one, other, expected) => {
  const cause = stop(2, [1_000, 2_000], null, { skewMs: one })
  expect(rootOf([cause, { ...blocked, skewMs: other }])).toBe(expected)
})

test('a stop that is withheld for clocks says whose', () => {
  const cause = stop(2, [1_000, 2_000], null, { skewMs: 40_000 })
  const { attributions } = attributed([cause, blocked]).answer
  const clocks = { machineId: 1, skewMs: 0, neighbourSkewMs: 40_000, bufferMs: 30_000 }
  const found = { kind: 'withheld', why: 'skew', neighbourId: 2, clocks }
  expect(attributions.get(blocked)).toEqual(found)
})

test('a person names a root, also that of the stops that wait for it; the last entry holds', () => {
  const cause = stop(2, [1_000, 2_000])
  const name = (machineId: number, rootMachineId: number | null | undefined): NamedRoot => ({
    ...{ machineId, at: 1_050_000, rootMachineId },
  })
  expect(rootOf([cause, blocked], { named: [name(1, 5)] })).toBe('5')
  expect(rootOf([cause, blocked], { named: [name(1, 5), name(1, 1)] })).toBe('own')
  expect(rootOf([cause, blocked], { named: [name(1, 5), name(1, null)] })).toBe('outside')
  expect(rootOf([cause, blocked], { named: [name(1, 5), name(1, undefined)] })).toBe('2')
  expect(rootOf([cause, blocked], { named: [name(2, 5)] })).toBe('5 by 2')
})

test('without a flow nothing is attributed, nor of a machine that is in none', () => {
  const cause = stop(2, [1_000, 2_000])
  expect(rootOf([cause, blocked], { flow: [] })).toBe('noFlow')
  expect(rootOf([cause, blocked], { flow: stations.slice(1) })).toBe('noFlow')
})

describe('sums', () => {
  const stops = [stop(2, [1_000, 2_000.5]), blocked, stop(3, [1_500, 1_600], 'down')]
  const gaps = [{ machineId: 2, from: 1_100, to: 1_200 }]
  const planned = [{ machineId: 2, from: 1_900, to: 3_000, closed: false }]
  const { answer } = attributed(stops, { gaps, planned })

  test('own + inherited + withheld is the stop time of the window; planned time is apart', () => {
    const found = stopsInWindow(answer, [1, 2, 3, 4, 5], { from: 1_040_000, to: 1_950_000 })
    expect(lineLosses(found, (id) => id === 2)).toMatchObject({
      ...{ stopMs: 900_000, ownMs: 760_000, inheritedMs: 40_000, withheldMs: 100_000 },
      plannedMs: 50_000,
      rows: [{ machineId: 2, ownMs: 760_000, inheritedMs: 40_000, keyMs: 760_000 }],
      withheld: [{ why: 'noStationDown', ms: 100_000, keyMs: 0 }],
    })
  })

  test('a station limits a line while it is a root, and while it runs and its neighbour waits', () => {
    const { lineMs, stations: limits } = stationLimits(answer, stations, {
      from: 1_000_000,
      to: 2_000_000,
    })
    expect(lineMs).toBe(1_000_000)
    expect(limits.map(({ rootMs, limitingMs }) => [rootMs, limitingMs])).toEqual([
      ...[
        [0, 0],
        [800_000, 0],
        [0, 0],
        [0, 100_000],
      ],
    ])
  })
})

test('buffers are measured from 20 delays on', () => {
  const delay = (index: number) => 10 + (index % 20)
  const stops = (count: number) =>
    Array.from({ length: count }, (_, index) => {
      const at = 3_600 + index * 400
      return [stop(2, [at, at + 100]), stop(1, [at + delay(index), at + 90], 'down')]
    }).flat()
  const measured = (count: number) =>
    measuredBuffers(attributed(stops(count)).question, stations)[1]
  expect(measured(19)).toEqual({ station: 1, delays: 19, seconds: null, steps: [] })
  expect(measured(20)).toMatchObject({ station: 1, delays: 20, seconds: 28 })
  expect(measured(40)?.steps.map((step) => step.count)).toEqual(Array(10).fill(4))
  expect(measured(40)?.steps[0]).toEqual({ fromSeconds: 10, toSeconds: 12, count: 4 })
})

test('a delay in which the machine stood for itself does not measure the buffer', () => {
  const stops = Array.from({ length: 20 }, (_, index) => {
    const at = 3_600 + index * 400
    return [stop(2, [at, at + 300]), stop(1, [at + 20, at + 90], 'down')]
  }).flat()
  const standing = [stop(2, [400, 900]), stop(1, [405, 600]), stop(1, [700, 800], 'down')]
  const measured = measuredBuffers(attributed([...standing, ...stops]).question, stations)
  expect(measured[1]).toMatchObject({ station: 1, delays: 20, seconds: 20 })
  expect(measured[1]?.steps).toEqual([{ fromSeconds: 20, toSeconds: 21, count: 20 }])
})
