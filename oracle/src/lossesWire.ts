import { at, type Call, list, type Query } from './callWire.ts'
import { bookOf, isMicro } from './referenceBook.ts'
import {
  grouped,
  inside,
  keeps,
  msOf,
  type Scope,
  seenStops,
  stretchesIn,
} from './referenceFilter.ts'
import { figuresOf, targetOf } from './referenceOee.ts'
import { isNotRun, piecesIn } from './referencePlanned.ts'
import type { KnownMachine } from './referencePlant.ts'
import type { Stop } from './referenceTimeline.ts'

type Row = {
  readonly kind: string
  readonly key: string
  readonly group: string
  readonly seconds: number
  readonly lostPacks: number | null
  readonly stops: number | null
}

const nameOf = ({ kind, key, group }: Pick<Row, 'kind' | 'key' | 'group'>) =>
  [kind, group, key].join('\n')

const packsAt = (own: readonly { from: number; to: number; ppm: number | null }[]) =>
  own.reduce<number | null>(
    (sum, { from, to, ppm }) =>
      sum === null || ppm === null ? null : sum + (((to - from) / 1_000) * ppm) / 60,
    0,
  )

/** D99: every second that did not run and was planned, with what it is a loss of. */
function stoodIn({ plant, machines, span, filter, now }: Scope, by: string) {
  return machines.flatMap((machine) =>
    piecesIn(plant, machine, span, filter)
      .filter((piece) => isNotRun(piece) && piece.under === null)
      .map((piece) => ({
        ...{ from: piece.from, to: piece.to, machine, stop: piece.stop },
        ...lossOf(plant, machine, piece, { by, now }),
        ppm: targetOf(plant, machine, piece.product, span.to, piece.from)?.ppm ?? null,
      })),
  )
}

/** D99: set-up, overrun of a planned reason, a reason, a micro-stop, the first-out cause, else the state that began it. */
function lossOf(
  plant: Scope['plant'],
  machine: KnownMachine,
  { stop, from }: { readonly stop: Stop | null; readonly from: number },
  { by, now }: { readonly by: string; readonly now: number },
): Pick<Row, 'kind' | 'key' | 'group'> {
  if (stop === null) return { kind: 'recovered', key: '', group: '' }
  const cause = { kind: 'cause', key: stop.cause, group: stop.group }
  if (by === 'alarm') return cause
  const part = bookOf(plant, machine)
    .get(stop)
    ?.find((one) => one.from <= from && from < one.to)
  const reason = part?.reason
  if (reason) {
    const kind = reason.setUp ? 'setUp' : reason.planned ? 'overrun' : 'reason'
    return { kind, key: reason.id, group: '' }
  }
  return isMicro(plant, machine, stop, now) ? { kind: 'micro', key: '', group: '' } : cause
}

/** D99: the losses of a window. planned = good + Σ losses. */
function lossesOf(scope: Scope, by: string) {
  const { plant, machines, span, filter } = scope
  const figures = figuresOf(scope)
  const { planned, run, ideal, good } = figures
  if (filter.state !== undefined || filter.group !== undefined) return { none: 'causeFilter' }
  if (planned <= 0) return { none: 'nothingPlanned', planned: 0 }
  if (ideal === null || good === null) return { none: 'noTarget', planned }
  const begun = machines.flatMap((machine) =>
    [...seenStops(machine)].flatMap(([stop, [first]]) =>
      first !== undefined && inside(span, first.from) && keeps(filter, first) ? [stop] : [],
    ),
  )
  const stood = [...grouped(stoodIn(scope, by), nameOf).values()].flatMap((own): Row[] => {
    const [first] = own
    if (first === undefined) return []
    const { kind, key, group } = first
    const ofRow = new Set(own.map(({ stop }) => stop))
    const stops =
      kind === 'recovered'
        ? null
        : by === 'alarm'
          ? begun.filter((stop) => stop.cause === key && stop.group === group).length
          : begun.filter((stop) => ofRow.has(stop)).length
    return [{ kind, key, group, seconds: msOf(own) / 1_000, lostPacks: packsAt(own), stops }]
  })
  const ran = machines.flatMap((machine) =>
    stretchesIn(machine, span, filter)
      .filter(({ kind }) => kind === 'run')
      .map(({ from, to, product }) => ({
        ...{ from, to },
        ppm: targetOf(plant, machine, product, span.to, from)?.ppm ?? null,
      })),
  )
  const made = packsAt(ran)
  const none = { key: '', group: '', stops: null }
  const speedPacks = made === null ? null : made - figures.packsInOee
  const rows: Row[] = [
    ...stood,
    { kind: 'speed', ...none, seconds: run - ideal, lostPacks: speedPacks },
    { kind: 'reject', ...none, seconds: ideal - good, lostPacks: figures.rejectsInOee },
  ]
  return { none: null, planned, good, coverage: figures.coverage, rows }
}

type Losses = ReturnType<typeof lossesOf>

const near = (a: number | null, b: unknown, scale = 1) =>
  a === b || (a !== null && typeof b === 'number' && Math.abs(a - b) <= 1e-6 * Math.max(1, scale))

/** Which rows of an answer are not those of the reference, and whether it closes. */
function wrongIn(expected: Losses, body: unknown): string[] {
  const wrong: string[] = []
  if (!('rows' in expected) || expected.rows === undefined) return wrong
  const found = new Map(
    list(at(body, 'losses')).map((row) => [
      nameOf({
        kind: String(at(row, 'kind')),
        key: String(at(row, 'key')),
        group: String(at(row, 'group')),
      }),
      row,
    ]),
  )
  const planned = Number(at(body, 'plannedSeconds'))
  let sum = Number(at(body, 'goodSeconds'))
  for (const row of found.values()) sum += Number(at(row, 'seconds'))
  if (Math.abs(sum - planned) >= 0.001) wrong.push(`open by ${sum - planned} s`)
  if (at(body, 'leftOverSeconds') !== 0) wrong.push('left over')
  for (const row of expected.rows) {
    const name = nameOf(row)
    const own = found.get(name)
    found.delete(name)
    if (own === undefined) {
      if (Math.abs(row.seconds) > 1e-9) wrong.push(`missing ${name}`)
      continue
    }
    const scale = Math.abs(row.lostPacks ?? 0)
    const isEqual =
      near(row.seconds, at(own, 'seconds')) &&
      near(row.lostPacks, at(own, 'lostPacks'), scale) &&
      row.stops === at(own, 'stops') &&
      near((100 * row.seconds) / expected.planned, at(own, 'share'))
    if (!isEqual) wrong.push(`${JSON.stringify(row)} is ${JSON.stringify(own)}`)
  }
  for (const [name, row] of found) {
    if (Math.abs(Number(at(row, 'seconds'))) > 1e-9) wrong.push(`too many: ${name}`)
  }
  return wrong
}

/** D99: the losses of a window by reason and by cause, and the bridge to the period before. */
export function lossCalls(chart: Query, scope: Scope, earlier: Scope | null): Call[] {
  const several = chart.machine === 'All' && chart.machineId === 'All'
  const allowed = scope.plant.premium || !several
  const trees = (['reason', 'alarm'] as const).map((by): Call => {
    const own = lossesOf(scope, by)
    return {
      name: `losses by ${by}`,
      expected: allowed
        ? { status: 200, none: own.none, good: own.good ?? null, wrong: [] }
        : { status: 403 },
      async ask(endpoint) {
        const { status, body } = await endpoint('admin/losses', { ...chart, by })
        if (status !== 200) return { status }
        const [none, good] = [at(body, 'none'), at(body, 'goodSeconds')]
        return { status, none, good, wrong: wrongIn(own, body) }
      },
    }
  })
  return earlier === null ? trees : [...trees, bridgeCall(chart, scope, earlier, allowed)]
}

function bridgeCall(chart: Query, scope: Scope, earlier: Scope, allowed: boolean): Call {
  const [now, before] = [lossesOf(scope, 'reason'), lossesOf(earlier, 'reason')]
  const isSparse = ({ coverage = null }: Losses) => coverage !== null && coverage < 80
  const none = now.none
    ? 'now'
    : before.none
      ? 'before'
      : [now, before].some(isSparse)
        ? 'littleData'
        : null
  const shares = ({ rows = [], planned = 1 }: Losses) =>
    new Map(rows.map((row) => [nameOf(row), (100 * row.seconds) / planned]))
  const [is, was] = [shares(now), shares(before)]
  return {
    name: 'bridge',
    expected: allowed ? { status: 200, none, wrong: [] } : { status: 403 },
    async ask(endpoint) {
      const query = { ...chart, by: 'reason', previous: 'before' }
      const { status, body } = await endpoint('admin/bridge', query)
      if (status !== 200) return { status }
      const wrong: string[] = []
      const difference = Number(at(body, 'differencePoints'))
      let sum = 0
      for (const bar of list(at(body, 'bars'))) {
        const points = Number(at(bar, 'points'))
        sum += points
        const kind = String(at(bar, 'kind'))
        const name = nameOf({
          ...{ kind, key: String(at(bar, 'key')), group: String(at(bar, 'group')) },
        })
        const wanted = (was.get(name) ?? 0) - (is.get(name) ?? 0)
        if (kind !== 'other' && Math.abs(wanted - points) > 1e-6) {
          wrong.push(`${name}: ${wanted} is ${points}`)
        }
      }
      if (Math.abs(sum - difference) > 1e-9) wrong.push(`open by ${sum - difference} points`)
      if (none === null && now.good !== undefined && before.good !== undefined) {
        const oee = (100 * now.good) / now.planned - (100 * before.good) / before.planned
        if (Math.abs(oee - difference) > 1e-6) wrong.push(`OEEE: ${oee} is ${difference}`)
      }
      return { status, none: at(body, 'none'), wrong }
    },
  }
}
