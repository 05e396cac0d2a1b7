import type { Category } from '@packboard/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CachedMinute, CachedMinutes, cachedMs, MachineMinutes } from './cachedMinutes.ts'
import { minuteMs } from './fold/minute.ts'
import type { CachedContext } from './pieceRows.ts'

const noon = Date.UTC(2026, 10, 23, 12)
const anyPiece = fc
  .record({
    state: fc.constantFrom(10, 5, 2),
    category: fc.constantFrom<Category>('run', 'idle', 'offline'),
    product: fc.constantFrom('A', 'B', ''),
    tool: fc.constantFrom('T1', ''),
    user: fc.constantFrom('Ann', 'Ben', ''),
    causeGroup: fc.constantFrom('Film', ''),
    cause: fc.constantFrom('Film end', ''),
    ms: fc.integer({ min: 0, max: 60_000 }),
    packs: fc.bigInt({ min: 0n, max: 2n ** 54n }),
    rejects: fc.option(fc.bigInt({ min: 0n, max: 10n ** 12n })),
    speedMs: fc.integer({ min: 0, max: 60_000 }),
    speedSum: fc.bigInt({ min: 0n, max: 10n ** 15n }),
    speedMin: fc.integer({ min: 0, max: 200 }),
    speedMore: fc.nat(200),
    samples: fc.nat(60),
    stops: fc.nat(2),
  })
  .map(({ speedMore, ...piece }) => ({ ...piece, speedMax: piece.speedMin + speedMore }))
const anyWrite = fc.record({
  from: fc.integer({ min: 0, max: 30 }),
  to: fc.option(fc.integer({ min: 1, max: 12 })),
  pieces: fc.array(fc.array(anyPiece, { maxLength: 3 }), { minLength: 12, maxLength: 12 }),
})

const spans = [
  { from: 0, to: 30_000, state: 10 },
  { from: 40_000, to: 60_000, state: 2 },
]

test('what is cached is what was written last, minute by minute and added up to the last digit', () => {
  fc.assert(
    fc.property(
      fc.array(anyWrite, { maxLength: 6 }),
      fc.nat(35),
      fc.nat(20),
      (writes, begin, length) => {
        const machine = new MachineMinutes(1, noon)
        const all = new Map<number, CachedMinute>()
        for (const { from, to, pieces } of writes) {
          const first = noon + (from - 5) * minuteMs
          const end = to === null ? null : first + to * minuteMs
          const minutes = pieces
            .slice(0, to ?? 12)
            .map((own, i) => ({ minute: first + i * minuteMs, pieces: own, spans, modes: [] }))
          machine.put({ from: first, to: end ?? Number.POSITIVE_INFINITY }, minutes)
          for (const minute of all.keys()) {
            if (minute >= first && (end === null || minute < end)) all.delete(minute)
          }
          for (const minute of minutes) all.set(minute.minute, minute)
        }
        const from = Math.max(noon + begin * minuteMs, machine.from)
        const to = from + length * minuteMs
        const own = [...all.values()].filter(({ minute }) => minute >= from && minute < to)
        const pieces = own.flatMap((minute) => minute.pieces)
        const found = machine.contexts(from, to)
        expect(sumOf(found)).toEqual(sumOf(pieces.map((piece) => ({ ...piece, ...speeds(piece) }))))
        expect(found.length).toBe(new Set(pieces.map(contextOf)).size)
        machine.trim(from)
        expect([...machine.minutes(from, to)].map(({ minute, ...row }) => [minute, row])).toEqual(
          own
            .toSorted((a, b) => a.minute - b.minute)
            .map((row) => [
              row.minute,
              { spans, pieces: row.pieces.map((piece) => timeOf(row.minute, piece)) },
            ]),
        )
      },
    ),
  )
})

test('a number that a double does not hold exactly is not cached, nor what was before it', () => {
  const machine = new MachineMinutes(1, noon)
  const piece = { ...examplePiece, packs: 2n ** 53n }
  machine.put({ from: noon, to: Number.POSITIVE_INFINITY }, [
    { minute: noon, pieces: [examplePiece], spans: [], modes: [] },
    { minute: noon + minuteMs, pieces: [piece], spans: [], modes: [] },
    { minute: noon + 2 * minuteMs, pieces: [examplePiece], spans: [], modes: [] },
  ])
  expect(machine.from).toBe(noon + 2 * minuteMs)
  expect(machine.contexts(machine.from, noon + 3 * minuteMs)).toMatchObject([{ packs: 1n }])
})

test('the oldest minutes go, and another client is told nothing', () => {
  const cached = new CachedMinutes()
  const place = { clientId: 1, machineId: 7 }
  cached.begin(place, noon, [])
  const hours = cachedMs / 3_600_000 + 2
  const minutes = Array.from({ length: hours * 60 }, (_, i) => ({
    ...{ minute: noon + i * minuteMs, spans: [], modes: [] },
    pieces: [{ ...examplePiece, product: `Product ${i}` }],
  }))
  cached.put(7, { from: noon, to: Number.POSITIVE_INFINITY }, minutes)
  const machine = cached.of(place)
  expect(machine?.from).toBe(noon + 2 * 3_600_000)
  expect(machine?.contexts(machine.from, Number.POSITIVE_INFINITY)).toHaveLength(26 * 60)
  expect(cached.of({ clientId: 2, machineId: 7 })).toBeNull()
})

const examplePiece: Piece = {
  ...{ state: 10, category: 'run', product: 'A', tool: '', user: '', causeGroup: '' },
  ...{
    cause: '',
    ms: 60_000,
    packs: 1n,
    rejects: null,
    speedMs: 0,
    speedSum: 0n,
    speedMin: null,
    speedMax: null,
  },
  ...{ samples: 1, stops: 0 },
}

type Piece = CachedMinute['pieces'][number]
const contextOf = ({ state, category, product, tool, causeGroup, cause }: Piece) =>
  JSON.stringify([state, category, product, tool, causeGroup, cause])

const timeOf = (at: number, { ms, stops, user, ...piece }: Piece) => {
  const { state, category, product, tool, causeGroup, cause } = piece
  return { at, state, category, product, tool, causeGroup, cause, user, ms, stops }
}

const ppm = (millionths: number | null) => (millionths === null ? null : millionths / 1e6)
const speeds = ({ speedMs, speedMin, speedMax }: Piece) =>
  speedMs > 0
    ? { speedMin: ppm(speedMin), speedMax: ppm(speedMax) }
    : { speedMin: null, speedMax: null, speedMs: 0, speedSum: 0n }

function sumOf(pieces: readonly (Piece | CachedContext)[]) {
  const sum = { ms: 0, packs: 0n, rejects: 0n, known: 0, speedSum: 0n, samples: 0, stops: 0 }
  const all: (number | null)[] = []
  for (const piece of pieces) {
    sum.ms += piece.ms
    sum.packs += piece.packs
    sum.rejects += piece.rejects ?? 0n
    sum.speedSum += piece.speedSum
    sum.samples += piece.samples
    sum.stops += piece.stops
    all.push(piece.speedMin, piece.speedMax)
  }
  const known = all.filter((one) => one !== null)
  return { ...sum, low: Math.min(...known), high: Math.max(...known) }
}
