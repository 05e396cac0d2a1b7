import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseTarget, type Output, oee, type Target, type TargetSource } from './oee.ts'
import { noTime, plannedSeconds, sumTime, type TimeModel } from './timeModel.ts'

const at = (ppm: number, source: TargetSource = 'recipe'): Target => ({ ppm, source })
const noTarget: Target = { ppm: null, source: null }
const hour: TimeModel = { ...noTime, run: 3_600 }

/** The golden case of D24. */
const golden: TimeModel = {
  run: 30_000,
  alarm: 3_600,
  idle: 6_000,
  ancillary: 1_800,
  unknown: 0,
  offline: 1_800,
  external: 2_400,
}
const productA: Output = { packs: 24_000, rejects: 280, target: at(60) }
const productB: Output = { packs: 4_000, rejects: 0, target: at(80) }

test('the golden case (D24)', () => {
  const figure = oee(golden, [productA, productB])
  expect(figure.availability).toBeCloseTo(72.46, 2)
  expect(figure.performance).toBeCloseTo(90, 2)
  expect(figure.quality).toBeCloseTo(98.96, 2)
  expect(figure.oee).toBeCloseTo(64.54, 2)
  expect(figure.machineOee).toBeCloseTo(68.51, 2)
  expect(figure.coverage).toBeCloseTo(95.83, 2)
  expect(figure).toMatchObject({
    qualityBasis: 'measured',
    targetSource: 'recipe',
    lowCoverage: false,
    targetTooLow: false,
  })
})

describe('published examples come out as published', () => {
  test('Vorne, oee.com, "Calculating OEE": 480 min shift, 60 min breaks, 47 min down, 1 s ideal cycle', () => {
    const time = { ...noTime, run: (480 - 60 - 47) * 60, alarm: 47 * 60 }
    const figure = oee(time, [{ packs: 19_271, rejects: 423, target: at(60) }])
    expect(figure.availability).toBeCloseTo(88.81, 2)
    expect(figure.performance).toBeCloseTo(86.11, 2)
    expect(figure.quality).toBeCloseTo(97.8, 1)
    expect(figure.oee).toBeCloseTo(74.79, 2)
  })

  test('frostbytesoftware.co.nz, "What is OEE": 480 min planned, 60 min down, 21,000 packs at 60 ppm', () => {
    const time = { ...noTime, run: 420 * 60, alarm: 60 * 60 }
    const figure = oee(time, [{ packs: 21_000, rejects: null, target: at(60) }])
    expect(figure.availability).toBeCloseTo(87.5, 1)
    expect(figure.performance).toBeCloseTo(83.3, 1)
    expect(figure).toMatchObject({ quality: 100, qualityBasis: 'not measured' })
  })
})

describe('what cannot be known is null, and zero is zero (D22, D23)', () => {
  test('nothing planned: no figure at all', () => {
    const figure = oee({ ...noTime, offline: 3_600, unknown: 60 }, [productA])
    expect(figure).toMatchObject({
      oee: null,
      availability: null,
      performance: null,
      quality: null,
      machineOee: null,
    })
    expect(oee(noTime, []).coverage).toBeNull()
  })

  test('stood all the time and packed nothing: 0 %, without P and Q', () => {
    expect(oee({ ...noTime, idle: 3_600 }, [])).toMatchObject({
      oee: 0,
      availability: 0,
      performance: null,
      quality: null,
    })
  })

  test('ran and packed nothing: P is 0, Q unknown', () => {
    expect(oee(hour, [{ ...productA, packs: 0, rejects: 0 }])).toMatchObject({
      oee: 0,
      availability: 100,
      performance: 0,
      quality: null,
      targetSource: null,
    })
  })

  test('packs outside run count, although P cannot be told', () => {
    const figure = oee({ ...noTime, ancillary: 600 }, [{ packs: 60, rejects: 0, target: at(60) }])
    expect(figure).toMatchObject({ oee: 10, availability: 0, performance: null, quality: 100 })
  })

  test('a product without target: P and OEEE are null, A and its own Q stand', () => {
    const figure = oee(golden, [{ ...productA, target: noTarget }])
    expect(figure).toMatchObject({
      oee: null,
      performance: null,
      machineOee: null,
      targetSource: null,
    })
    expect(figure.availability).toBeCloseTo(72.46, 2)
    expect(figure.quality).toBeCloseTo((100 * 23_720) / 24_000, 9)
    expect(oee(golden, [{ ...productA, target: noTarget }, productB]).quality).toBeNull()
  })

  test('a product without target that was not packed spoils nothing', () => {
    const idle: Output = { packs: 0, rejects: null, target: noTarget }
    expect(oee(golden, [productA, idle, productB])).toEqual(oee(golden, [productA, productB]))
  })

  test('all of the planned time lost from outside: no Machine OEEE', () => {
    const blocked = { ...noTime, idle: 600, external: 600 }
    expect(oee(blocked, [])).toMatchObject({ oee: 0, machineOee: null })
  })
})

describe('the marks', () => {
  test('above 100 % is not capped and asks for the target speed (D21)', () => {
    const figure = oee(hour, [{ packs: 4_500, rejects: 0, target: at(60) }])
    expect(figure).toMatchObject({ oee: 125, performance: 125, targetTooLow: true })
    expect(oee(hour, [{ packs: 3_600, rejects: 0, target: at(60) }]).targetTooLow).toBe(false)
  })

  test('coverage is low below 90 % of the window (D23)', () => {
    const seen = (offline: number) => oee({ ...noTime, run: 3_600 - offline, offline }, [])
    expect(seen(360)).toMatchObject({ coverage: 90, lowCoverage: false })
    expect(seen(361).lowCoverage).toBe(true)
  })

  test('quality says whether it was measured (D21)', () => {
    const packed = (rejects: number | null): Output => ({ packs: 10, rejects, target: at(60) })
    expect(oee(hour, [packed(null)]).qualityBasis).toBe('not measured')
    expect(oee(hour, [packed(null), packed(1)]).qualityBasis).toBe('partly measured')
    expect(oee(hour, [packed(0), packed(1)]).qualityBasis).toBe('measured')
  })

  test('the target source is the least trusted one in the figure (D22)', () => {
    const from = (source: TargetSource): Output => ({
      packs: 1,
      rejects: 0,
      target: at(60, source),
    })
    expect(oee(hour, [from('machine'), from('recipe')]).targetSource).toBe('machine')
    expect(oee(hour, [from('estimated'), from('recipe')]).targetSource).toBe('estimated')
  })
})

test('the target is the most trusted one that there is (D22)', () => {
  expect(chooseTarget({ recipe: 60, machine: 70, machineType: 220 })).toEqual(at(60, 'recipe'))
  expect(chooseTarget({ recipe: null, machine: 70 })).toEqual(at(70, 'machine'))
  expect(chooseTarget({ recipe: 0, machine: Number.NaN, machineType: 220 })).toEqual(
    at(220, 'machineType'),
  )
  expect(chooseTarget({ estimated: 41.5 })).toEqual(at(41.5, 'estimated'))
  expect(chooseTarget({})).toEqual(noTarget)
})

const seconds = fc.integer({ min: 0, max: 86_400_000 }).map((ms) => ms / 1000)
const anyOutput = fc
  .record({
    packs: fc.integer({ min: 0, max: 100_000 }),
    share: fc.integer({ min: 0, max: 100 }),
    ppm: fc.integer({ min: 10, max: 900 }),
  })
  .map(({ packs, share, ppm }): Output => {
    return { packs, rejects: Math.floor((packs * share) / 100), target: at(ppm) }
  })
const anyMachine = fc.record({
  time: fc.record({
    run: seconds,
    idle: seconds,
    alarm: seconds,
    ancillary: seconds,
    unknown: seconds,
    offline: seconds,
    external: fc.constant(0),
  }),
  outputs: fc.array(anyOutput, { maxLength: 6 }),
})

describe('a ratio of sums (D21)', () => {
  test('the figure of many machines is their figures weighed by planned time', () => {
    fc.assert(
      fc.property(fc.array(anyMachine, { minLength: 1, maxLength: 8 }), (machines) => {
        const together = oee(
          sumTime(machines.map(({ time }) => time)),
          machines.flatMap(({ outputs }) => outputs),
        )
        const planned = machines.map(({ time }) => plannedSeconds(time))
        const sum = planned.reduce((total, part) => total + part, 0)
        fc.pre(planned.every((part) => part > 0))
        const weighed = machines.reduce((total, { time, outputs }, index) => {
          return total + ((oee(time, outputs).oee ?? Number.NaN) * (planned[index] ?? 0)) / sum
        }, 0)
        expect(together.oee).not.toBeNull()
        expect(Math.abs((together.oee ?? 0) - weighed)).toBeLessThanOrEqual(1e-9 * (1 + weighed))
      }),
    )
  })

  test('it is A × P × Q whenever all three are there', () => {
    fc.assert(
      fc.property(anyMachine, ({ time, outputs }) => {
        const { oee: figure, availability, performance, quality } = oee(time, outputs)
        fc.pre(availability !== null && performance !== null && quality !== null)
        const product = (availability * performance * quality) / 10_000
        expect(Math.abs((figure ?? Number.NaN) - product)).toBeLessThanOrEqual(1e-9 * (1 + product))
      }),
    )
  })

  test('the order of products changes not even the last digit', () => {
    const shuffled = fc.array(anyOutput, { maxLength: 12 }).chain((outputs) =>
      fc.record({
        outputs: fc.constant(outputs),
        other: fc.shuffledSubarray(outputs, { minLength: outputs.length }),
      }),
    )
    fc.assert(
      fc.property(shuffled, ({ outputs, other }) => {
        expect(oee(golden, other)).toEqual(oee(golden, outputs))
      }),
    )
  })
})
