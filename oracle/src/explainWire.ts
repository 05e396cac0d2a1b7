import { at, type Call, list, type Query } from './callWire.ts'
import type { Chance } from './chance.ts'
import { alarmsIn } from './chartsWire.ts'
import { definitionsCall } from './definitionsWire.ts'
import { countingSamples } from './rawRecords.ts'
import {
  countsIn,
  lengthOf,
  msOf,
  packsOf,
  type Scope,
  stretchesIn,
  sumOf,
} from './referenceFilter.ts'
import { figuresOf, wholeMs } from './referenceOee.ts'
import { unplannedIn } from './referencePlan.ts'
import { knownMachine } from './referencePlant.ts'
import { stateName } from './referenceStates.ts'
import type { Stretch } from './referenceTimeline.ts'

const timeFigures = ['run', 'idle', 'alarm', 'ancillary', 'unknown'] as const
type Figure =
  | (typeof timeFigures)[number]
  | 'packs'
  | 'offline'
  | 'oeee'
  | 'product'
  | 'alarmGroup'
  | 'state'

const day = 86_400_000

/** A figure as the card or slice shows it. */
function figureOf(scope: Scope, figure: Figure, part: string): number | null {
  const { machines, span, filter } = scope
  const counts = machines.flatMap((machine) => countsIn(machine, span, filter))
  switch (figure) {
    case 'packs':
      return packsOf(sumOf(counts))
    case 'product':
      return packsOf(sumOf(counts.filter(({ product }) => product === part)))
    case 'oeee':
      return figuresOf(scope).oee
    case 'alarmGroup':
      return machines.flatMap((machine) =>
        alarmsIn(machine, scope).filter(({ group }) => group === part),
      ).length
    case 'state':
      return msOf(timeOf(scope, figure, part)) / 1000
    case 'offline':
      return wholeMs(figuresOf(scope).offline - figuresOf(scope).notScheduled)
    default:
      return figuresOf(scope)[figure]
  }
}

/**
 * Late records change a figure of a window that is past. On time is what came until 5 min after its end; the figure
 * before is the one that those alone give. Of one machine and at most 31 days; null when no record was late,
 * or none was on time. Alarms count when they were raised and are not restated.
 * Targets, estimated ones too, are those of today: it shows what records changed, and not what a user set since.
 */
function restatementOf(scope: Scope, figure: Figure, part: string, now: number) {
  const { plant, machines, span } = scope
  const [machine, ...others] = machines
  if (figure === 'alarmGroup') return null
  if (machine === undefined || others.length > 0) return null
  if (lengthOf(span) > 31 * day || lengthOf(span) <= 0 || span.to >= now) return null
  const onTime = span.to + 5 * 60_000
  const late = countingSamples(plant.arrivals, machine.serialNo).filter(
    ({ at, receivedAt }) => span.from <= at && at < span.to && receivedAt > onTime,
  )
  const known = knownMachine(machine, plant, onTime)
  const then = { ...scope, machines: [{ ...known, estimatedFrom: machine.timeline }] }
  if (late.length === 0 || stretchesIn(known, span).length === 0) return null
  return {
    before: figureOf(then, figure, part),
    until: new Date(Math.min(...late.map(({ receivedAt }) => receivedAt))).toISOString(),
    after: figureOf(scope, figure, part),
    records: late.length,
  }
}

/** D75: OEEE and Offline as they are without plan, labels and modes, and what moved them. */
function movedOf(scope: Scope, figure: Figure) {
  const { oee, restatement, offline, notScheduled } = figuresOf(scope)
  if (figure === 'oeee' && restatement !== undefined) {
    const { OEEE: before, labels, people, plan, modes } = restatement
    return { before, after: oee, labels, people, plan, modes }
  }
  if (figure === 'offline' && notScheduled > 0) {
    const after = wholeMs(offline - notScheduled)
    return { before: offline, after, labels: 0, people: [], plan: true, modes: false }
  }
  return undefined
}

/** The observed time that makes up a figure of time. */
function timeOf({ machines, span, filter }: Scope, figure: Figure, part: string): Stretch[] {
  return machines.flatMap((machine) =>
    stretchesIn(machine, span, filter).filter((stretch) =>
      figure === 'state' ? stateName(stretch.state) === part : stretch.kind === figure,
    ),
  )
}

/**
 * The rows under a figure of time: maximal stretches of one machine in one state, category, product, tool, user and stop
 * cause, by machine and then by time. Each gives its seconds.
 */
function timeRows(scope: Scope, figure: Figure, part: string) {
  const rows = scope.machines.flatMap((machine) => {
    const merged: Stretch[] = []
    for (const stretch of timeOf({ ...scope, machines: [machine] }, figure, part)) {
      const last = merged.at(-1)
      if (last !== undefined && last.to === stretch.from && sameRow(last, stretch)) {
        merged[merged.length - 1] = { ...last, to: stretch.to }
      } else merged.push(stretch)
    }
    return merged.map((stretch) => ({ ...stretch, serialNo: machine.serialNo }))
  })
  return rows.map((row) => ({
    from: new Date(row.from).toISOString(),
    to: new Date(row.to).toISOString(),
    machine: row.serialNo,
    code: row.state,
    category: row.kind,
    product: row.product,
    tool: row.tool,
    user: row.user,
    causeGroup: row.stop?.group ?? '',
    cause: row.stop?.cause ?? '',
    amount: lengthOf(row) / 1000,
  }))
}

function sameRow(a: Stretch, b: Stretch): boolean {
  return (
    a.state === b.state &&
    a.kind === b.kind &&
    a.product === b.product &&
    a.tool === b.tool &&
    a.user === b.user &&
    (a.stop?.group ?? '') === (b.stop?.group ?? '') &&
    (a.stop?.cause ?? '') === (b.stop?.cause ?? '')
  )
}

/** D12, D73: the silent times of a window: the time of no stretch, and of no closed time. */
function gapRows({ plant, machines, span }: Scope) {
  return machines.flatMap((machine) => {
    const gaps: { from: number; to: number }[] = []
    const closed = unplannedIn(plant, machine, span).filter(({ kind }) => kind === 'closed')
    const seen = [...stretchesIn(machine, span), ...closed].sort((a, b) => a.from - b.from)
    let at = span.from
    for (const { from, to } of seen) {
      if (from > at) gaps.push({ from: at, to: from })
      at = Math.max(at, to)
    }
    if (at < span.to) gaps.push({ from: at, to: span.to })
    return gaps.map(({ from, to }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      machine: machine.serialNo,
      amount: (to - from) / 1000,
    }))
  })
}

/** The alarms of one group as rows: each one counts 1. */
function alarmRowsOf(scope: Scope, part: string) {
  return scope.machines.flatMap((machine) =>
    alarmsIn(machine, scope)
      .filter(({ group }) => group === part)
      .map(({ raisedAt, description }) => ({
        from: new Date(raisedAt).toISOString(),
        to: new Date(raisedAt).toISOString(),
        machine: machine.serialNo,
        causeGroup: part,
        cause: description,
        amount: 1,
      })),
  )
}

/** Figures that are the length of observed time. */
function isTimeFigure(figure: Figure): figure is (typeof timeFigures)[number] | 'state' {
  return [...timeFigures, 'state'].includes(figure)
}

/** Some figures, each with its explanation and all the rows under it. */
export function explainCalls(chart: Query, scope: Scope, now: number, chance: Chance): Call[] {
  const stretches = scope.machines.flatMap(({ timeline }) => timeline.stretches)
  const alarms = scope.machines.flatMap((machine) => machine.alarms)
  const products = stretches.map(({ product }) => product).filter((product) => product !== '')
  const choices: { figure: Figure; part: string }[] = [
    { figure: 'packs', part: '' },
    { figure: 'oeee', part: '' },
    { figure: chance.one(timeFigures), part: '' },
  ]
  if (chance.percent(40)) choices.push({ figure: 'offline', part: '' })
  if (products.length > 0) choices.push({ figure: 'product', part: chance.one(products) })
  if (alarms.length > 0) choices.push({ figure: 'alarmGroup', part: chance.one(alarms).group })
  if (stretches.length > 0) {
    choices.push({ figure: 'state', part: stateName(chance.one(stretches).state) })
  }
  const calls = chance
    .shuffled(choices)
    .slice(0, 2)
    .flatMap(({ figure, part }) => [
      explainCall(chart, scope, figure, part, now),
      intervalsCall(chart, scope, figure, part, chance.one([7, 50, 200])),
    ])
  return [...calls, definitionsCall(chart, scope)]
}

function explainCall(chart: Query, scope: Scope, figure: Figure, part: string, now: number): Call {
  return {
    name: `explain ${figure} ${part}`,
    expected: {
      status: 200,
      body: {
        value: figureOf(scope, figure, part),
        coverage: figuresOf(scope).coverage,
        restatement: restatementOf(scope, figure, part, now),
        moved: movedOf(scope, figure),
      },
    },
    ask: (endpoint) => endpoint('admin/explain', { ...chart, figure, part }),
  }
}

/** The rows of all pages add up to the figure; those of a time are the very intervals. */
function intervalsCall(
  chart: Query,
  scope: Scope,
  figure: Figure,
  part: string,
  pageSize: number,
): Call {
  const value = figureOf(scope, figure, part)
  const rows = isTimeFigure(figure)
    ? timeRows(scope, figure, part)
    : figure === 'offline'
      ? gapRows(scope)
      : figure === 'alarmGroup'
        ? alarmRowsOf(scope, part)
        : undefined
  return {
    name: `intervals ${figure} ${part}`,
    expected: { sum: value, ...(rows === undefined ? {} : { rows }) },
    async ask(endpoint) {
      const found: unknown[] = []
      let after = ''
      for (let page = 0; page < 200; page++) {
        const query = { ...chart, figure, part, pageSize, ...(after === '' ? {} : { after }) }
        const { status, body } = await endpoint('admin/explain-intervals', query)
        if (status !== 200) return { status, body }
        found.push(...list(at(body, 'rows')))
        const next = at(body, 'next')
        if (typeof next !== 'string') break
        after = next
      }
      const total = (key: string) =>
        found.reduce<number>((sum, row) => sum + Number(at(row, key) ?? 0), 0)
      const good = found.some((row) => at(row, 'goodSeconds') === null)
      const planned = total('plannedSeconds')
      const share = good || planned === 0 ? null : (100 * total('goodSeconds')) / planned
      return { sum: figure === 'oeee' ? share : total('amount'), rows: found }
    },
  }
}
