import type { LineNowWire } from '@packboard/contract'
import { type ClientMachine, machinesOfClient } from '@packboard/management'
import {
  type Attribution,
  type ClientScope,
  type Flow,
  type LineStop,
  localDate,
  machineKinds,
  type Period,
  plannedSeconds,
  startOfDay,
  stepInForce,
} from '@packboard/model'
import { type MachineMoment, machineNow } from '@packboard/telemetry/read'
import { isPremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { readBasis } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { attributionWire } from './lineWire.ts'
import { type KnownLine, type LineReading, readLine } from './readLine.ts'

/** A stop that goes on in planned time, with its root. */
type OpenStop = { readonly stop: LineStop; readonly attribution: Attribution }

/** What a line is doing. A caller who may see some machines alone sees no others, but which one its own wait for. */
export async function readNow(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: KnownLine,
): Promise<LineNowWire> {
  const at = new Date(Math.floor(deps.now()))
  const flow = stepInForce(line.flow, at.getTime())?.value ?? []
  const ids = flow.flatMap(({ machines }) => machines)
  const period = { from: new Date(at.getTime() - 1), to: at }
  const [reading, moments, all, premium] = await Promise.all([
    readLine(deps, scope, line, period),
    machineNow(deps.telemetry, scope, { machineIds: ids, at }),
    machinesOfClient(deps.management, scope),
    isPremium(deps.management, scope),
  ])
  const momentOf = new Map(moments.map((moment) => [moment.machineId, moment]))
  const contexts = ids.map((machineId) => {
    return { machineId, product: momentOf.get(machineId)?.product ?? '' }
  })
  const targetOf = await targetBook(deps, scope, { contexts, from: at, before: at })
  const targetPpm = (machineId: number) =>
    targetOf(machineId, momentOf.get(machineId)?.product ?? '').ppm
  const open = openStops(reading, ids)
  const key = keyMachines(flow)
  const isShown = (id: number) => scope.machineIds?.includes(id) ?? true
  const today = { from: startOfDay(localDate(at, line.zone), line.zone), to: at }
  const figures = (machineIds: readonly number[]) =>
    figuresOf(deps, scope, {
      machines: all.filter(({ id }) => machineIds.includes(id) && isShown(id)),
      period: today,
      isPremium: premium,
      targetPpm: sumOf(machineIds.map(targetPpm)),
    })
  const wholeKey = key.length > 0 && key.every(isShown)
  const [ofLine, ofMachines] = await Promise.all([wholeKey ? figures(key) : null, figures(ids)])
  return {
    at,
    hasFlow: flow.length > 0,
    stations: flow.map((station) => ({
      needs: station.needs,
      bufferSeconds: station.bufferSeconds,
      key: station.key,
      running: station.machines.filter((id) => isRunning(reading, id)).length,
      machines: station.machines.filter(isShown).map((id) =>
        machineWire(scope, line, reading, {
          ...{ id, open: open.get(id), moment: momentOf.get(id), targetPpm: targetPpm(id) },
        }),
      ),
    })),
    root: rootWire(line, open, new Set(key)),
    speedPpm: wholeKey ? sumOf(key.map((id) => speedOf(momentOf.get(id)))) : null,
    targetPpm: wholeKey ? sumOf(key.map(targetPpm)) : null,
    line: ofLine,
    machines: ofMachines,
  }
}

/** null where one is not known. */
function sumOf(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null
  return values.reduce<number | null>(
    (sum, value) => (sum === null || value === null ? null : sum + value),
    0,
  )
}

const speedOf = (moment: MachineMoment | undefined) =>
  moment === undefined || moment.offline ? 0 : moment.speedPpm

const lastPiece = ({ piecesOf, range }: LineReading, machineId: number) => {
  const last = piecesOf(machineId).at(-1)
  return last?.to === range.to ? last : undefined
}

const isRunning = (reading: LineReading, machineId: number) =>
  lastPiece(reading, machineId) === undefined

function openStops(reading: LineReading, ids: readonly number[]): Map<number, OpenStop> {
  const found = new Map<number, OpenStop>()
  for (const id of ids) {
    const last = lastPiece(reading, id)
    if (last?.kind !== machineKinds.stood || last.stop === undefined) continue
    const attribution = reading.attributions.get(last.stop)
    if (attribution !== undefined) found.set(id, { stop: last.stop, attribution })
  }
  return found
}

type Shown = {
  readonly id: number
  readonly open: OpenStop | undefined
  readonly moment: MachineMoment | undefined
  readonly targetPpm: number | null
}

function machineWire(
  scope: ClientScope,
  { serialOf }: KnownLine,
  reading: LineReading,
  { id, open, moment, targetPpm }: Shown,
): LineNowWire['stations'][number]['machines'][number] {
  const isKnown = moment !== undefined && !moment.offline
  return {
    machineId: serialOf(id),
    state: isKnown ? moment.state : null,
    since: open === undefined ? null : new Date(open.stop.from),
    waits: open?.stop.waits ?? null,
    group: open?.stop.group ?? '',
    cause: open?.stop.cause ?? '',
    attribution:
      open === undefined
        ? null
        : attributionWire(scope, { serialOf, named: reading.named }, open.stop, open.attribution),
    speedPpm: isKnown ? moment.speedPpm : null,
    targetPpm,
    product: moment?.product ?? '',
  }
}

/** The root of the open stops that weighs most: that of the key station before others, then by the machines that wait, then the oldest. */
function rootWire(
  { serialOf }: KnownLine,
  open: ReadonlyMap<number, OpenStop>,
  key: ReadonlySet<number>,
): LineNowWire['root'] {
  type Root = {
    machineId: number | null
    stop: LineStop | null
    waiting: number[]
    isOfKey: boolean
  }
  const roots = new Map<number | null, Root>()
  for (const [id, { stop, attribution }] of open) {
    if (attribution.kind === 'withheld') continue
    const isOwn = attribution.kind === 'own'
    const machineId = isOwn ? id : attribution.rootMachineId
    const root = roots.get(machineId) ?? {
      ...{ machineId, stop: isOwn ? stop : attribution.rootStop, waiting: [], isOfKey: false },
    }
    roots.set(machineId, root)
    if (!isOwn) root.waiting.push(id)
    root.isOfKey ||= key.has(id)
  }
  const began = ({ stop }: Root) => stop?.from ?? Number.POSITIVE_INFINITY
  const [first] = [...roots.values()].sort(
    (a, b) =>
      Number(b.isOfKey) - Number(a.isOfKey) ||
      b.waiting.length - a.waiting.length ||
      (began(a) < began(b) ? -1 : 1),
  )
  if (first === undefined) return null
  return {
    machineId: first.machineId === null ? null : serialOf(first.machineId),
    since: first.stop && new Date(first.stop.from),
    group: first.stop?.group ?? '',
    cause: first.stop?.cause ?? '',
    waiting: first.waiting.map(serialOf),
  }
}

type Figures = LineNowWire['machines']

/** The machines of the key station of a flow; none: the line has no key station, and no OEEE of its own. */
const keyMachines = (flow: Flow<number>): readonly number[] =>
  flow.filter(({ key }) => key).flatMap(({ machines }) => machines)

/**
 * OEEE, packs and planned time of some machines in a window, from the sums of all figures (D20). Of the machines of the key station it is the OEEE of the
 * line (D103): good ideal seconds ÷ planned seconds. Of several machines OEEE is for premium clients (D51).
 */
async function figuresOf(
  deps: Pick<Deps, 'telemetry' | 'management'> & PlanDeps,
  scope: ClientScope,
  {
    machines,
    period,
    isPremium,
    targetPpm,
  }: {
    readonly machines: readonly ClientMachine[]
    readonly period: Period
    readonly isPremium: boolean
    readonly targetPpm: number | null
  },
): Promise<Figures> {
  const requested = { scope, machines, period, filter: {}, nothing: false }
  const basis = await readBasis(deps, requested, metricDimensions)
  const targetOf = await targetBook(deps, scope, {
    contexts: basis.contexts,
    from: period.from,
    before: period.to,
  })
  const { packs, time, oee } = metricsOf(basis, targetOf)
  return {
    oeee: isPremium || machines.length === 1 ? oee.oee : null,
    plannedSeconds: plannedSeconds(time),
    packs,
    targetPpm,
  }
}
