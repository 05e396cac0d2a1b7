import type { Call, Query } from './callWire.ts'
import { Chance } from './chance.ts'
import type { Scope } from './referenceFilter.ts'
import { figuresOf, packSecondsOf, wholeMs } from './referenceOee.ts'
import type { RawPlant } from './referencePlant.ts'
import { designSetAt } from './referenceSettings.ts'

const dividing = ['planned', 'plannedWithoutExternal', 'shift', 'calendar'] as const
const speedKinds = ['target', 'nameplate'] as const
const packKinds = ['good', 'all'] as const

/** What the client says of its earlier system (D100); null: nothing. */
export function earlierOf({ seed }: Pick<RawPlant, 'seed'>) {
  const chance = new Chance(seed + 17)
  if (chance.percent(20)) return null
  return {
    dividesBy: chance.one(dividing),
    speed: chance.one(speedKinds),
    packs: chance.one(packKinds),
  }
}

const shown = { dividesBy: 'planned', speed: 'target', packs: 'good' } as const

/** D100, from its text: every definition is packs × 60 / speed, divided by seconds; all of one window. */
export function definitionsOf(scope: Scope) {
  const { plant, filter } = scope
  const figures = figuresOf(scope)
  const { state, group } = filter
  const ofCause = state !== undefined || group !== undefined
  const isWhole = !figures.isFiltered
  const closed = figures.plan?.closedSeconds ?? 0
  const { planned, windowSeconds } = figures
  // EN 415-11 divides by what is left when external time, as far as it is planned, is taken out.
  const own = packSecondsOf(scope)
  const plate = packSecondsOf(scope, (machine, _product, _end, at) => {
    const ppm = designSetAt(plant, machine, at)
    return ppm === undefined || ppm <= 0 ? null : { ppm, source: 'machineType' }
  })
  const seconds = {
    planned,
    plannedWithoutExternal: figures.plannedOwn,
    shift: isWhole ? wholeMs(windowSeconds - closed) : null,
    calendar: isWhole ? windowSeconds : null,
  }
  const packSeconds = {
    target: { good: own.good, all: own.all },
    nameplate: { good: plate.good, all: plate.all },
  }
  const resultOf = (rule: NonNullable<ReturnType<typeof earlierOf>>) => {
    const [whole, part] = [seconds[rule.dividesBy], packSeconds[rule.speed][rule.packs]]
    if (ofCause) return { value: null, missing: 'cause' }
    if (whole === null) return { value: null, missing: 'filter' }
    if (part === null) return { value: null, missing: rule.speed }
    if (whole <= 0) return { value: null, missing: 'noTime' }
    return { value: (100 * part) / whole, missing: null }
  }
  const earlier = earlierOf(plant)
  const rules = [
    { kind: 'oeee', standard: 'ISO 22400-2', ...shown },
    { kind: 'en415', standard: 'EN 415-11', ...shown, dividesBy: 'plannedWithoutExternal' },
    { kind: 'scheduled', standard: null, ...shown, dividesBy: 'shift' },
    ...(earlier === null ? [] : [{ kind: 'earlier', standard: null, ...earlier }]),
    { kind: 'teep', standard: null, ...shown, dividesBy: 'calendar' },
  ] as const
  const oeee = resultOf(shown).value
  const out = figures.planStops
  return {
    coverage: figures.coverage,
    lowCoverage: figures.lowCoverage,
    filteredBy: ofCause ? 'cause' : isWhole ? 'nothing' : 'context',
    time: isWhole
      ? {
          plannedSeconds: planned,
          externalSeconds: wholeMs(planned - figures.plannedOwn),
          plannedStopSeconds: out,
          silentSeconds: wholeMs(windowSeconds - planned - out - closed),
          closedSeconds: closed,
        }
      : null,
    seconds,
    packSeconds,
    packs: { good: own.goodPacks, all: own.allPacks, afterGap: figures.packsAfterGap },
    speeds: { target: own.speeds, nameplate: plate.speeds },
    earlier,
    definitions: rules.map((rule) => {
      const { value, missing } = resultOf(rule)
      const terms = ['dividesBy', 'speed', 'packs'] as const
      return {
        ...{ ...rule, value, missing },
        points: value === null || oeee === null ? null : value - oeee,
        differs: terms.filter((term) => rule[term] !== shown[term]),
      }
    }),
  }
}

/** D51: several machines are for premium clients. */
export function definitionsCall(chart: Query, scope: Scope): Call {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  return {
    name: 'definitions',
    expected:
      several && !scope.plant.premium
        ? { status: 403 }
        : { status: 200, body: definitionsOf(scope) },
    ask: (endpoint) => endpoint('admin/definitions', chart),
  }
}
