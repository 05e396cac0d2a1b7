import { at, type Call, list } from './callWire.ts'
import type { Chance } from './chance.ts'
import { metrics } from './daysWire.ts'
import { isMicro } from './referenceBook.ts'
import {
  countsIn,
  lengthOf,
  msOf,
  packsOf,
  type Scope,
  stretchAt,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { targetOf } from './referenceOee.ts'
import { msUnder, unplannedIn } from './referencePlan.ts'
import type { KnownMachine } from './referencePlant.ts'
import type { Span } from './referenceWindow.ts'
import { shiftBegins } from './shiftsWire.ts'
import { lostIn, stopCauses } from './stopsWire.ts'

const minute = 60_000
const iso = (time: number) => new Date(time).toISOString()

/** The page of the shift that holds an instant of the window, by the words of docs/figures.md. */
export function shiftPageCalls(clientId: number, window: Scope, chance: Chance): Call[] {
  const { plant, now, span } = window
  if (span.from >= span.to) return []
  const instant = span.from + chance.whole(0, lengthOf(span) - 1)
  const begins = shiftBegins({ from: instant - 8 * 1_440 * minute, to: instant }, plant.zone)
  const index = begins.findLastIndex((begin) => begin.at <= instant)
  const [begin, next] = [begins[index], begins[index + 1]]
  if (begin === undefined || next === undefined) return []
  const shift = { from: begin.at, to: next.at }
  const end = Math.min(shift.to, now)
  const scope = {
    ...window,
    machines: plant.known,
    filter: {},
    span: { from: shift.from, to: end },
  }
  const figures = figuresOf(scope, shift)
  return [
    {
      name: 'shift page',
      expected: {
        status: 200,
        shift: {
          name: begin.name,
          from: iso(shift.from),
          to: iso(shift.to),
          isRunning: end < shift.to,
        },
        figures,
        rule: ruleOf(scope, shift, figures),
        stories: storiesOf(scope)
          .slice(0, 5)
          .map(({ machine, first, seconds, lost, cause, group }) => ({
            ...{ machineId: machine.serialNo, start: iso(first), seconds, lostPacks: lost },
            ...{ cause, group },
          })),
        made: piecesOf(scope, shift),
        strangers: [],
      },
      async ask(endpoint) {
        const { status, body } = await endpoint(`admin/shift/${clientId}`, { start: iso(instant) })
        if (status !== 200) return { status, body }
        return {
          ...{ status, shift: at(body, 'shift'), figures: at(body, 'figures') },
          rule: at(body, 'sentence', 'rule'),
          stories: list(at(body, 'stories')),
          made: list(at(body, 'steps')).map((step) => at(step, 'made')),
          strangers: strangersIn(body),
        }
      },
    },
  ]
}

/** Target speed with the product of the end of the figures × planned minutes; unknown where one machine has no target. */
function dueOf({ plant, machines, span }: Scope, of: Span): number | null {
  if (machines.length === 0) return null
  return machines.reduce<number | null>((sum, machine) => {
    const product =
      machine.timeline.stretches.findLast(({ from }) => from <= span.to)?.product ?? ''
    const target = targetOf(plant, machine, product, span.to)
    return sum === null || target === null
      ? null
      : sum + (target.ppm * plannedMs(plant, machine, of)) / minute
  }, 0)
}

const plannedMs = (plant: Scope['plant'], machine: KnownMachine, of: Span) =>
  lengthOf(of) - msUnder([of], unplannedIn(plant, machine, of))

const madeIn = ({ machines }: Scope, of: Span) =>
  packsOf(machines.reduce((sum, machine) => sum + sumOf(countsIn(machine, of)), 0n))

const sum = (values: readonly (number | null)[]) =>
  values.reduce<number | null>((all, one) => (all === null || one === null ? null : all + one), 0)

function figuresOf(scope: Scope, shift: Span) {
  const { plant, machines, span } = scope
  const { causes } = stopCauses(scope)
  const cards = metrics(scope)
  const hidesOee = !plant.premium && machines.length !== 1
  return {
    made: madeIn(scope, span),
    due: dueOf(scope, span),
    ofShift: dueOf(scope, shift),
    stopSeconds: sum(causes.map(({ seconds }) => seconds)),
    stopCauseCount: sum(causes.map(({ count }) => count)),
    lostPacks: sum(causes.map(({ lostPacks }) => lostPacks)),
    metrics: hidesOee
      ? {
          ...{ ...cards, OEEE: null, availability: null, performance: null, quality: null },
          ...{ machineOeee: null, restatement: undefined },
        }
      : cards,
  }
}

/** The stops that cost most: packs of their time outside of breaks and closed time, or that time where a target is missing. */
function storiesOf({ plant, machines, span, now }: Scope) {
  const found = machines.flatMap((machine) => {
    const unplanned = unplannedIn(plant, machine, span)
    const stretches = stretchesIn(machine, span)
    return machine.timeline.stops.flatMap((stop) => {
      const own = stretches.filter((stretch) => stretch.stop === stop)
      const [first] = own
      const ms = own.reduce((all, one) => all + lengthOf(one) - msUnder([one], unplanned), 0)
      if (first === undefined || ms === 0 || isMicro(plant, machine, stop, now)) return []
      const costs = own.map((one) => lostIn({ plant, machine, span }, one))
      return [
        {
          ...{ machine, ms, first: first.from, cause: stop.cause, group: stop.group },
          ...{ seconds: msOf(own) / 1_000, lost: sum(costs) },
        },
      ]
    })
  })
  const byPacks = found.every(({ lost }) => lost !== null)
  const cost = (one: (typeof found)[number]) => (byPacks ? (one.lost ?? 0) : one.ms)
  return found.sort((a, b) => cost(b) - cost(a) || b.ms - a.ms || a.first - b.first)
}

/** Packs in each piece: at most sixty, of a whole number of minutes. */
function piecesOf(scope: Scope, shift: Span): number[] {
  const least = lengthOf(shift) / 60 / minute
  // The least part of an hour without a rest, else whole hours.
  let minutes = Math.max(1, Math.ceil(least))
  while (minutes < 60 ? 60 % minutes !== 0 : minutes % 60 !== 0) minutes += 1
  const made: number[] = []
  for (let from = shift.from; from < scope.span.to; from += minutes * minute) {
    made.push(madeIn(scope, { from, to: Math.min(scope.span.to, from + minutes * minute) }))
  }
  return made
}

/** The first sentence of the table that fits. */
function ruleOf(scope: Scope, shift: Span, figures: ReturnType<typeof figuresOf>) {
  const { plant, machines, span, now } = scope
  const { made, due } = figures
  const { coverage } = figures.metrics
  const isRunning = span.to < shift.to
  if (machines.length === 0) return 'noMachines'
  if (machines.every((machine) => plannedMs(plant, machine, shift) === 0)) {
    return made > 0 ? 'closedButRan' : 'closed'
  }
  if (coverage === 0 && made === 0) return 'noData'
  if (coverage !== null && coverage < 80) return 'littleData'
  if (isRunning && machines.every((machine) => stretchAt(machine, now) === undefined)) {
    return 'offlineNow'
  }
  const [dearest] = storiesOf(scope)
  if (due === null || due === 0) {
    if (isRunning) return 'withoutTargetRunning'
    return dearest ? 'withoutTargetStop' : 'withoutTarget'
  }
  const missing = due - made
  if (Math.abs(missing) <= 0.005 * due) return 'onTarget'
  if (missing < 0) return 'ahead'
  const lost = dearest?.lost ?? 0
  return lost >= missing ? 'behindByStop' : lost >= missing / 4 ? 'behindWithStop' : 'behind'
}

/** The numbers of the sentences that are no figure of their page, and no difference of two that the table names. */
function strangersIn(page: unknown): unknown[] {
  const known = new Set(numbersIn([at(page, 'figures'), at(page, 'stories'), at(page, 'rejects')]))
  const addGap = (of: unknown) => {
    const [made, due] = [Number(at(of, 'made')), Number(at(of, 'due'))]
    known.add(Math.abs(due - made)).add((100 * Math.abs(due - made)) / due)
  }
  addGap(at(page, 'figures'))
  list(at(page, 'lines')).forEach(addGap)
  const standing = list(at(page, 'now', 'standing'))
  const present = Date.parse(String(at(page, 'at')))
  for (const one of standing) {
    known.add((present - Date.parse(String(at(one, 'since')))) / 1_000)
  }
  const named = list(at(page, 'lines')).filter((line) => at(line, 'line') !== '')
  for (const count of [at(page, 'machines'), standing.length, named.length]) {
    known.add(Number(count))
  }
  for (const row of list(at(page, 'different', 'rows'))) known.add(Number(at(row, 'now')))
  const sentences = [at(page, 'sentence'), ...list(at(page, 'also'))]
  return numbersIn(sentences.map((one) => at(one, 'terms'))).filter((number) => !known.has(number))
}

function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return [value]
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((one) => numbersIn(one))
    : []
}
