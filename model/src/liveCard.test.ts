import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  isOffline,
  type LiveCard,
  type LiveMoment,
  mergeMoment,
  mergeRecord,
  type StripPart,
} from './liveCard.ts'

const hourMs = 3_600_000
const clock = (text: string) => new Date(`2026-11-21T${text}Z`)
const part = (from: string, to: string, state: number): StripPart => ({
  from: clock(from),
  to: clock(to),
  state,
})

const card: LiveCard = {
  serialNo: 'FW-101',
  offline: false,
  state: 10,
  product: 'Oat bar 40 g',
  tool: 'T1',
  user: 'Ada',
  speedPpm: 158,
  at: clock('06:10:00'),
  stateSince: clock('06:00:00'),
  reason: '',
  holdUntil: clock('06:11:30'),
  batchPacks: 100,
  totalPacks: 1_000,
  run: 500,
  alarm: 20,
  idle: 60,
  ancillary: 20,
  meanSpeedPpm: 150,
  speedSeconds: 600,
  graph: { at: [clock('06:08:00'), clock('06:09:00')], ppm: [150, 152] },
  strip: [part('06:00:00', '06:10:00', 10)],
}

/** The next 30 seconds of the card, all of them run. */
const next: LiveCard = {
  ...card,
  at: clock('06:10:29'),
  holdUntil: clock('06:11:59'),
  speedPpm: 120,
  batchPacks: 60,
  totalPacks: 60,
  run: 30,
  alarm: 0,
  idle: 0,
  ancillary: 0,
  meanSpeedPpm: 120,
  speedSeconds: 30,
  graph: { at: [clock('06:10:00')], ppm: [120] },
  strip: [part('06:10:00', '06:10:30', 10)],
}

describe('increments are added to a card (specification §4)', () => {
  test('times and packs are added, the present is that of the newer sample', () => {
    expect(mergeRecord(card, next)).toMatchObject({
      run: 530,
      alarm: 20,
      idle: 60,
      ancillary: 20,
      totalPacks: 1_060,
      speedPpm: 120,
      at: clock('06:10:29'),
      holdUntil: clock('06:11:59'),
    })
  })

  test('batch packs are added while product, state, tool and user are the same', () => {
    expect(mergeRecord(card, next).batchPacks).toBe(160)
  })

  test.each([{ product: 'Nut bar 50 g' }, { state: 13 }, { tool: 'T2' }, { user: 'Grace' }])(
    'batch packs are replaced after %j',
    (change) => {
      expect(mergeRecord(card, { ...next, ...change }).batchPacks).toBe(60)
    },
  )

  test('the mean speed is weighed by the seconds with a known speed', () => {
    const merged = mergeRecord(card, next)
    expect(merged.meanSpeedPpm).toBeCloseTo((150 * 600 + 120 * 30) / 630, 9)
    expect(merged.speedSeconds).toBe(630)
  })

  test('without a known speed on one side the mean is that of the other', () => {
    const silent = { ...next, meanSpeedPpm: null, speedSeconds: 0 }
    expect(mergeRecord(card, silent).meanSpeedPpm).toBe(150)
    expect(mergeRecord({ ...card, meanSpeedPpm: null, speedSeconds: 0 }, next).meanSpeedPpm).toBe(
      120,
    )
    expect(mergeRecord({ ...silent }, silent).meanSpeedPpm).toBeNull()
  })

  test('fractions of packs and milliseconds add up without a trace', () => {
    const thirds = { ...next, totalPacks: 0.1, batchPacks: 0.1, run: 0.1 }
    const merged = [thirds, thirds, thirds].reduce(mergeRecord, {
      ...card,
      totalPacks: 0,
      batchPacks: 0,
      run: 0,
    })
    expect([merged.totalPacks, merged.batchPacks, merged.run]).toEqual([0.3, 0.3, 0.3])
  })

  test('points are appended, one of a known step is replaced, a gap stays a gap', () => {
    const graph = { at: [clock('06:09:00'), clock('06:10:00')], ppm: [154, null] }
    expect(mergeRecord(card, { ...next, graph }).graph).toEqual({
      at: [clock('06:08:00'), clock('06:09:00'), clock('06:10:00')],
      ppm: [150, 154, null],
    })
  })

  test('neighbours of equal state are joined in the strip, a gap is not bridged', () => {
    expect(mergeRecord(card, next).strip).toEqual([part('06:00:00', '06:10:30', 10)])
    const stop = { ...next, strip: [part('06:10:00', '06:10:30', 21)] }
    expect(mergeRecord(card, stop).strip).toHaveLength(2)
    const afterSilence = { ...next, strip: [part('06:10:05', '06:10:30', 10)] }
    expect(mergeRecord(card, afterSilence).strip).toHaveLength(2)
  })

  test('the strip shows the last 8 hours', () => {
    const evening = { ...next, strip: [part('13:00:00', '15:00:00', 8)] }
    const merged = mergeRecord({ ...card, strip: [part('06:00:00', '13:00:00', 10)] }, evening)
    expect(merged.strip).toEqual([
      part('07:00:00', '13:00:00', 10),
      part('13:00:00', '15:00:00', 8),
    ])
  })

  test('what is told again takes the place of what was told', () => {
    const again = { ...next, strip: [part('06:09:00', '06:10:30', 13)] }
    expect(mergeRecord(card, again).strip).toEqual([
      part('06:00:00', '06:09:00', 10),
      part('06:09:00', '06:10:30', 13),
    ])
  })
})

const push: LiveMoment = {
  serialNo: 'FW-101',
  offline: false,
  state: 21,
  product: card.product,
  tool: card.tool,
  user: card.user,
  speedPpm: 0,
  at: clock('06:10:31'),
  stateSince: clock('06:10:31'),
  reason: 'Film: film snapped',
  holdUntil: clock('06:12:01'),
}

describe('a push tells only the present (D29)', () => {
  test('it changes state, speed and reason, and no sum', () => {
    const pushed = mergeMoment(card, push)
    expect(pushed).toMatchObject({ state: 21, speedPpm: 0, reason: 'Film: film snapped' })
    const { run, totalPacks, batchPacks, graph, strip } = pushed
    expect({ run, totalPacks, batchPacks, graph, strip }).toEqual({
      run: card.run,
      totalPacks: card.totalPacks,
      batchPacks: card.batchPacks,
      graph: card.graph,
      strip: card.strip,
    })
  })

  test('an older one changes nothing', () => {
    expect(mergeMoment(card, { ...push, at: clock('06:09:59') })).toBe(card)
    expect(mergeMoment(card, { ...push, at: null })).toBe(card)
  })

  test('one of the same sample counts: silence and death have no sample of their own', () => {
    const silent = { ...push, at: card.at, offline: true }
    expect(mergeMoment(card, silent).offline).toBe(true)
  })

  test('increments that end before it leave the present to it', () => {
    const pushed = mergeMoment(card, push)
    const merged = mergeRecord(pushed, next)
    expect(merged).toMatchObject({ state: 21, speedPpm: 0, run: 530, at: push.at })
  })

  test('increments of the same sample do not bring a silent machine back', () => {
    const silent = mergeMoment(card, { ...push, at: next.at, offline: true })
    expect(mergeRecord(silent, next).offline).toBe(true)
    expect(mergeRecord(card, { ...next, offline: true }).offline).toBe(true)
  })

  test('batch packs are judged by the last answer and not by a push that ran ahead of it', () => {
    const changed = { ...push, state: 10, product: 'Nut bar 50 g' }
    const pushed = mergeMoment(mergeMoment(card, changed), { ...changed, speedPpm: 80 })
    // These 30 seconds ended before the change: still the old batch.
    const sameBatch = mergeRecord(pushed, next)
    expect(sameBatch).toMatchObject({ product: 'Nut bar 50 g', batchPacks: 160 })
    // The following ones hold the change: their batch packs are those of the new batch.
    const newBatch = { ...next, ...changed, batchPacks: 7 }
    expect(mergeRecord(sameBatch, newBatch).batchPacks).toBe(7)
    expect(mergeRecord(pushed, newBatch)).not.toHaveProperty('counted')
  })
})

describe('OFFLINE (D11)', () => {
  test('begins with the end of the hold limit, although nobody told', () => {
    expect(isOffline(card, clock('06:11:29.999'))).toBe(false)
    expect(isOffline(card, clock('06:11:30'))).toBe(true)
  })

  test('is what the server says, and never begins without a hold limit', () => {
    expect(isOffline({ ...card, offline: true }, clock('06:10:01'))).toBe(true)
    expect(isOffline({ offline: false, holdUntil: null }, clock('23:00:00'))).toBe(false)
  })
})

/** A day of one machine in intervals, and what the server would answer for any window of it (D28). */
type Stretch = {
  ms: number
  state: number
  product: string
  user: string
  packs: number
  ppm: number | null
}
type Kind = 'run' | 'alarm' | 'idle' | 'ancillary'

const kindOf = (state: number): Kind =>
  (({ 10: 'run', 21: 'alarm', 13: 'idle' }) as Partial<Record<number, Kind>>)[state] ?? 'ancillary'

function machineDay(stretches: readonly Stretch[]) {
  const start = clock('00:00:00').getTime()
  const placed: (Stretch & { from: number; to: number; batch: number })[] = []
  for (const stretch of stretches) {
    const last = placed.at(-1)
    const from = last?.to ?? start
    const sameBatch = last?.product === stretch.product && last.user === stretch.user
    const batch = (sameBatch ? last.batch : 0) + stretch.packs
    placed.push({ ...stretch, from, to: from + stretch.ms, batch })
  }
  const end = placed.at(-1)?.to ?? start
  /** The interval whose last moment is at or after this one: packs belong to the end of their interval (D14). */
  const present = (at: number) => placed.find(({ to }) => at <= to) ?? placed[placed.length - 1]
  /** Packs since product or user last changed. */
  const batchAt = (at: number) => {
    const now = present(at)
    return now === undefined ? 0 : now.batch - (at < now.to ? now.packs : 0)
  }

  function answer(from: number, to: number, initial: boolean): LiveCard {
    const sums = { run: 0, alarm: 0, idle: 0, ancillary: 0 }
    let [packs, speedSum, speedMs] = [0, 0, 0]
    const strip: StripPart[] = []
    for (const stretch of placed) {
      const [a, b] = [Math.max(from, stretch.from), Math.min(to, stretch.to)]
      if (stretch.to > from && stretch.to <= to) packs += Math.round(stretch.packs * 1e9)
      if (a >= b) continue
      sums[kindOf(stretch.state)] += b - a
      if (stretch.ppm !== null) {
        speedMs += b - a
        speedSum += stretch.ppm * (b - a)
      }
      const seen = Math.max(a, to - 8 * hourMs)
      const last = strip.at(-1)
      if (seen >= b) continue
      if (last?.state === stretch.state) strip[strip.length - 1] = { ...last, to: new Date(b) }
      else strip.push({ from: new Date(seen), to: new Date(b), state: stretch.state })
    }
    const steps: number[] = []
    for (let x = Math.floor(from / 60_000) * 60_000; x < to; x += 60_000) steps.push(x)
    const [first, last] = [present(from), present(to)]
    const same =
      first?.state === last?.state && first?.product === last?.product && first?.user === last?.user
    const batch = batchAt(to) - (!initial && same ? batchAt(from) : 0)
    return {
      ...card,
      at: new Date(to),
      state: last?.state ?? -1,
      product: last?.product ?? '',
      user: last?.user ?? '',
      holdUntil: new Date(to + 90_000),
      batchPacks: Number(batch.toFixed(9)),
      totalPacks: packs / 1e9,
      run: sums.run / 1000,
      alarm: sums.alarm / 1000,
      idle: sums.idle / 1000,
      ancillary: sums.ancillary / 1000,
      meanSpeedPpm: speedMs === 0 ? null : speedSum / speedMs,
      speedSeconds: speedMs / 1000,
      // A step is answered whole, as far as it has happened.
      graph: { at: steps.map((x) => new Date(x)), ppm: steps.map((x) => Math.min(to - x, 60_000)) },
      strip,
    }
  }
  return { start, end, answer }
}

const anyStretch = fc.record({
  ms: fc.integer({ min: 1, max: 2 * hourMs }),
  state: fc.constantFrom(10, 13, 21, 9),
  product: fc.constantFrom('Oat bar', 'Nut bar'),
  user: fc.constantFrom('Ada', 'Grace'),
  packs: fc.integer({ min: 0, max: 5_000_000 }).map((thousandths) => thousandths / 1000),
  ppm: fc.option(fc.integer({ min: 0, max: 300 })),
})

/** The fields that two cards do not share to the last digit; only the mean of means may differ in rounding. */
function differences(a: LiveCard, b: LiveCard): string[] {
  const means = [a, b].map(({ meanSpeedPpm }) => meanSpeedPpm?.toFixed(6))
  const parts = (of: LiveCard) => Object.entries({ ...of, meanSpeedPpm: 0 })
  const text = (of: LiveCard) =>
    new Map(parts(of).map(([key, value]) => [key, JSON.stringify(value)]))
  const [left, right] = [text(a), text(b)]
  const keys = [...new Set([...left.keys(), ...right.keys()])]
  const different = keys.filter((key) => left.get(key) !== right.get(key))
  return means[0] === means[1] ? different : [...different, 'meanSpeedPpm']
}

test('totals of a window are the fold of its increments over any cut, pushes in between or not (D28)', () => {
  fc.assert(
    fc.property(
      fc.array(anyStretch, { minLength: 1, maxLength: 12 }),
      fc.array(
        fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), ahead: fc.nat(9_000) }),
        {
          minLength: 1,
          maxLength: 8,
        },
      ),
      (stretches, cuts) => {
        const day = machineDay(stretches)
        const at = cuts
          .map(({ share }) => day.start + Math.floor(share * (day.end - day.start)))
          .sort((a, b) => a - b)
        let folded = day.answer(day.start, at[0] ?? day.end, true)
        for (const [index, from] of at.entries()) {
          const to = at[index + 1] ?? day.end
          // A push of some moment after the last answer, before or after the next one.
          const { ahead = 0 } = cuts[index] ?? {}
          folded = mergeMoment(
            folded,
            day.answer(from, Math.min(day.end, to + ahead - 4_500), true),
          )
          folded = mergeRecord(folded, day.answer(from, to, false))
        }
        expect(differences(folded, day.answer(day.start, day.end, true))).toEqual([])
      },
    ),
    { numRuns: 500 },
  )
})
