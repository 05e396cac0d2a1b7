import { grantClientScope } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyAlarms, anyRule, anySamples } from '../../testing/anyRecords.ts'
import { anyArrival, arrive, raised, stored } from '../../testing/arrivals.ts'
import { fillMinutes } from '../../testing/fillMinutes.ts'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import { anyCuts, anyFilter, storyMachines } from '../../testing/storyMachines.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { answerRows } from './answerRows.ts'
import type { ContextFilter } from './contextFilter.ts'
import { contextTotals } from './contextTotals.ts'
import { type Interval, intervals } from './intervals.ts'
import { type MachineStop, stops } from './stops.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const scope = grantClientScope(1)
const newMachines = storyMachines(() => telemetry)

type Question = Parameters<typeof stops>[2]

/** The stops of one machine from all of its intervals, each of which was folded for itself. */
async function fromIntervals({ machineIds, period }: Question) {
  const rows: Interval[] = []
  let after: string | null = null
  do {
    const question = { machineIds, period, filter: {}, after, limit: 500 }
    const page = await intervals(telemetry, scope, question)
    rows.push(...page.rows)
    after = page.next
  } while (after !== null)
  const found: { own: Interval[]; ranUntil: Date | null; runAgain: Date | null }[] = []
  let open: (typeof found)[number] | null = null
  let ranUntil: Date | null = null
  for (const row of rows) {
    if (row.ms === 0) continue
    if (row.category === 'run') {
      if (open !== null) open.runAgain = row.from
      open = null
      ranUntil = row.to
    } else {
      if (open === null) {
        open = { own: [], ranUntil, runAgain: null }
        found.push(open)
      }
      open.own.push(row)
    }
  }
  return found.map(({ own, ...runs }) => ({
    ...runs,
    firstState: own.find((row) => row.stops > 0)?.state ?? null,
    from: own[0]!.from,
    to: own.at(-1)!.to,
    observedMs: sum(own, ({ ms }) => ms),
    beganBefore: sum(own, (row) => row.stops) === 0,
    open: own === open?.own,
    causeGroup: own[0]!.causeGroup,
    cause: own[0]!.cause,
    times: contexts(own),
  }))
}

/** Time and beginnings by context. */
function contexts(times: readonly MachineStop['times'][number][]) {
  const sums: Record<string, [ms: number, stops: number]> = {}
  for (const { state, category, product, tool, user, ms, stops } of times) {
    const key = [state, category, product, tool, user].join('|')
    const [before, begun] = sums[key] ?? [0, 0]
    sums[key] = [before + ms, begun + stops]
  }
  return sums
}

const sum = <Row>(rows: readonly Row[], of: (row: Row) => number) =>
  rows.reduce((total, row) => total + of(row), 0)

/** What Stop Causes adds up: observed time outside run by cause and product, and the stops that began. */
async function causesOf(question: Question) {
  const rows = await contextTotals(telemetry, scope, {
    ...question,
    by: ['machineId', 'category', 'product', 'causeGroup', 'cause'],
  })
  return byCause(rows.filter(({ category }) => category !== 'run' && category !== 'offline'))
}

function byCause(
  rows: readonly {
    causeGroup: string
    cause: string
    product: string
    ms: number
    stops: number
  }[],
) {
  const sums: Record<string, [ms: number, stops: number]> = {}
  for (const { causeGroup, cause, product, ms, stops } of rows) {
    if (ms === 0) continue
    const key = [causeGroup, cause, product].join('|')
    const [before, begun] = sums[key] ?? [0, 0]
    sums[key] = [before + ms, begun + stops]
  }
  return sums
}

const ofStops = (found: readonly MachineStop[]) =>
  byCause(
    found.flatMap(({ causeGroup, cause, times }) =>
      times.map((time) => ({ ...time, causeGroup, cause })),
    ),
  )

test('stops are those of all intervals, and their time is that of Stop Causes, in any window and filter, settled or not', async () => {
  await fc.assert(
    fc.asyncProperty(
      anySamples,
      anyAlarms,
      anyRule,
      anyArrival,
      anyCuts,
      anyFilter,
      async (samples, alarms, rule, how, cuts, filter) => {
        const { own, second, other } = await newMachines(rule)
        const foreign = { clientId: 2, machineId: other }
        await commitBatch(
          telemetry,
          batchOf({ samples: stored(foreign, samples), alarms: raised(foreign, alarms) }),
        )
        await arrive(telemetry, { clientId: 1, machineId: own }, samples, alarms, how)
        await commitBatch(
          telemetry,
          batchOf({ samples: stored({ clientId: 1, machineId: second }, samples.slice(0, 5)) }),
        )
        const ask = (begin: number, end: number): Question => ({
          machineIds: [own, second, other],
          period: { from: new Date(begin), to: new Date(end) },
          filter,
        })
        const whole = ask(cuts[0]!, cuts.at(-1)!)
        const all = await stops(telemetry, scope, { ...whole, filter: {} })
        expect(all.filter(({ machineId }) => machineId === other)).toEqual([])
        for (const machineId of [own, second]) {
          const found = all
            .filter((stop) => stop.machineId === machineId)
            .map(({ machineId: _, pieces: __, ...stop }) => ({
              ...stop,
              times: contexts(stop.times),
            }))
          const question = { ...whole, machineIds: [machineId] }
          expect(found).toEqual(await fromIntervals(question))
        }
        const kept = await stops(telemetry, scope, whole)
        expect(ofStops(kept)).toEqual(await causesOf(whole))

        // Windows side by side: no time is lost at an edge, and each stop begins once.
        const parts = await Promise.all(
          cuts.slice(1).map((end, i) => stops(telemetry, scope, ask(cuts[i]!, end))),
        )
        expect(ofStops(parts.flat())).toEqual(ofStops(kept))

        // The same cuts inside one window: the pieces between two of them have the time of that window, to the millisecond.
        const divided = await stops(telemetry, scope, {
          ...whole,
          cuts: new Map([own, second].map((id) => [id, cuts.slice(1, -1)])),
        })
        expect(ofStops(divided)).toEqual(ofStops(kept))
        for (const [i, part] of parts.entries()) {
          const between = divided.map((stop) => ({
            ...stop,
            times: stop.pieces
              .filter(({ from }) => cuts[i]! <= from && from < cuts[i + 1]!)
              .flatMap(({ times }) => times),
          }))
          expect(ofStops(between)).toEqual(ofStops(part))
        }
      },
    ),
    { ...runsOfProperty({ deep: 20, daily: 6 }), endOnFailure: true },
  )
}, 240_000)

const at = (seconds: number) => morning + seconds * 1_000
const window = (from: number, to: number) => ({ from: new Date(at(from)), to: new Date(at(to)) })

/** Samples that hold for 90 s each 30 s, in the state that is given from a second on. */
function story(machineId: number, states: readonly (readonly [from: number, state: number])[]) {
  const last = states.at(-1)?.[0] ?? 0
  return states.flatMap(([from, state], i) => {
    const end = states[i + 1]?.[0] ?? last + 30
    const count = Math.ceil((end - from) / 30)
    return Array.from({ length: count }, (_, n) =>
      sampleOf({ machineId, at: at(from + n * 30), state }),
    )
  })
}

const shown = (found: readonly MachineStop[]) =>
  found.map(({ from, to, cause, beganBefore, open, observedMs }) => [
    ...[(from.getTime() - morning) / 1_000, (to.getTime() - morning) / 1_000, cause],
    ...[observedMs / 1_000, beganBefore, open],
  ])

test('three stops of one cause inside one minute stay three; an edge cuts one and says so', async () => {
  const machineId = 91_001
  const samples = story(machineId, [
    [0, 10],
    ...[62, 70, 82].flatMap((from): [number, number][] => [
      [from, 5],
      [from + 4, 10],
    ]),
    [120, 5],
    [400, 10],
  ])
  await commitBatch(telemetry, batchOf({ samples }))
  await telemetry.settled()
  const ask = (from: number, to: number, filter: ContextFilter = {}) =>
    stops(telemetry, scope, { machineIds: [machineId], period: window(from, to), filter })
  expect(shown(await ask(0, 480))).toEqual([
    [62, 66, 'Stopped', 4, false, false],
    [70, 74, 'Stopped', 4, false, false],
    [82, 86, 'Stopped', 4, false, false],
    [120, 400, 'Stopped', 280, false, false],
  ])
  expect(shown(await ask(71.5, 200))).toEqual([
    [71.5, 74, 'Stopped', 2.5, true, false],
    [82, 86, 'Stopped', 4, false, false],
    [120, 200, 'Stopped', 80, false, true],
  ])
  expect(await ask(0, 480, { causeGroup: 'Film' })).toEqual([])
  expect(await ask(90, 115)).toEqual([])
})

test('minutes whose rows do not say which time is whose are folded: a warning that turns into alarm, one state with two causes', async () => {
  const machineId = 91_005
  // Packs come at 30 s and 60 s; 10 s after each the warning counts as alarm (D13).
  const warned = [0, 30, 60, 90, 120, 150].map((second) =>
    sampleOf({ machineId, at: at(second), state: 20, packCounter: Math.min(second, 60) }),
  )
  const twice = story(machineId, [
    [180, 10],
    [242, 5],
    [250, 10],
    [262, 5],
    [270, 10],
  ])
  const alarms = [
    alarmOf({ machineId, raisedAt: at(242), group: 'Film', description: 'Film snap' }),
    alarmOf({ machineId, raisedAt: at(262), group: 'Jaws', description: 'Jaw open' }),
  ]
  await commitBatch(telemetry, batchOf({ samples: [...warned, ...twice], alarms }))
  await telemetry.settled()
  const question = { machineIds: [machineId], period: window(0, 300), filter: {} }
  const found = await stops(telemetry, scope, question)
  expect(shown(found).map(([from, to, cause]) => [from, to, cause])).toEqual([
    [0, 30, 'Low Film'],
    [40, 60, 'Low Film'],
    [70, 180, 'Low Film'],
    [242, 250, 'Film snap'],
    [262, 270, 'Jaw open'],
  ])
  const jaws = await stops(telemetry, scope, { ...question, filter: { causeGroup: 'Jaws' } })
  expect(shown(jaws)).toEqual([[262, 270, 'Jaw open', 8, false, false]])
})

test('offline ends no stop and is no time of it; a cause that is chosen keeps only its stops', async () => {
  const machineId = 91_002
  const samples = story(machineId, [
    [0, 10],
    [60, 5],
    // Silent from 60 + 60 + 90 s on.
    [121, 10],
  ]).filter(({ at: time }) => time <= at(120))
  const later = story(machineId, [
    [1_000, 5],
    [1_060, 10],
    [1_200, 7],
    [1_260, 10],
  ])
  const alarms = [alarmOf({ machineId, raisedAt: at(1_201), description: 'Film snap' })]
  await commitBatch(telemetry, batchOf({ samples: [...samples, ...later], alarms }))
  const question = { machineIds: [machineId], period: window(0, 1_300), filter: {} }
  const found = await stops(telemetry, scope, question)
  const [first] = found
  expect(shown(found)).toEqual([
    [60, 1_060, 'Stopped', first!.observedMs / 1_000, false, false],
    [1_200, 1_260, 'Film snap', 60, false, false],
  ])
  expect(first!.observedMs).toBeLessThan(240_000)
  expect(
    shown(await stops(telemetry, scope, { ...question, cause: { group: '', cause: 'Stopped' } })),
  ).toEqual(shown(found.slice(0, 1)))
  expect(
    await stops(telemetry, scope, { ...question, cause: { group: '', cause: 'Film snap' } }),
  ).toEqual([])
  const idle = await stops(telemetry, scope, { ...question, category: 'idle' })
  expect(shown(idle)).toEqual(shown(found.filter(({ times }) => times[0]?.category === 'idle')))
})

test('ten thousand stops are answered, one more is refused', async () => {
  const from = new Date(Date.UTC(2026, 0, 1))
  // Two stops each quarter of an hour.
  const minutes = 15 * (answerRows.stops / 2)
  const machineId = 91_004
  const shape = { machines: 1, contexts: 1, clientId: 1, firstMachine: machineId }
  await fillMinutes(telemetry, { ...shape, from, minutes: minutes + 15 })
  const ask = (length: number) =>
    stops(telemetry, scope, {
      machineIds: [machineId],
      period: { from, to: new Date(from.getTime() + length * minuteMs) },
      filter: {},
    })
  const found = await ask(minutes)
  expect(found).toHaveLength(answerRows.stops)
  expect(sum(found, ({ observedMs }) => observedMs)).toBe(answerRows.stops * 20_000)
  await expect(ask(minutes + 1)).rejects.toMatchObject({ code: 'answer.tooManyRows' })
})

test('the neighbour has no stops in this scope', async () => {
  const machineId = 91_003
  const samples = story(machineId, [
    [0, 5],
    [60, 10],
  ]).map((sample) => ({ ...sample, clientId: 2 }))
  await commitBatch(telemetry, batchOf({ samples }))
  const question = { machineIds: [machineId], period: window(0, 90), filter: {} }
  expect(await stops(telemetry, scope, question)).toEqual([])
  expect(await stops(telemetry, grantClientScope(2), question)).toHaveLength(1)
})
