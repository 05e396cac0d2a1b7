import type { LineNowWire } from '@packboard/contract'
import { machinesOfClient, shiftsOfClient } from '@packboard/management'
import {
  type Attribution,
  type ClientScope,
  type LineStop,
  localDate,
  machineKinds,
  shiftAt,
  startOfDay,
  stepInForce,
  stopsInWindow,
} from '@packboard/model'
import { type MachineMoment, machineNow } from '@packboard/telemetry/read'
import { isPremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import type { TargetOf } from '../figures/metricsOf.ts'
import { targetBook } from '../figures/targetBook.ts'
import { keyMachines, lineOeee } from './lineOeee.ts'
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
  const [reading, moments, all, premium, shift] = await Promise.all([
    readLine(deps, scope, line, period),
    machineNow(deps.telemetry, scope, { machineIds: ids, at }),
    machinesOfClient(deps.management, scope),
    isPremium(deps.management, scope),
    runningShift(deps, scope, at),
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
  const since = shift?.from ?? startOfDay(localDate(at, line.zone), line.zone)
  const oeee = await lineOeee(deps, scope, line.flow, {
    ...{ machines: all.filter(({ id }) => isShown(id)), period: { from: since, to: at } },
    ...{ filter: {}, nothing: false, isPremium: premium },
  })
  const wholeKey = key.length > 0 && key.every(isShown)
  const targets = (machineIds: readonly number[]) => sumOf(machineIds.map(targetPpm))
  const root = heaviestRoot(open, new Set(key))
  const lost = root && wholeKey ? lostTo(reading, root, { key, open, targetOf }) : null
  return {
    at,
    shift,
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
    root: root && rootWire(line, root, lost),
    speedPpm: wholeKey ? sumOf(key.map((id) => speedOf(momentOf.get(id)))) : null,
    targetPpm: wholeKey ? targets(key) : null,
    line: wholeKey && oeee?.line ? { ...oeee.line, targetPpm: targets(key) } : null,
    machines: { ...(oeee?.machines ?? noFigures), targetPpm: targets(ids) },
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

/** The shift that runs; null: none does. */
async function runningShift(
  { management }: Pick<Deps, 'management'>,
  scope: ClientScope,
  at: Date,
) {
  const plan = await shiftsOfClient(management, scope)
  const found = plan && shiftAt(plan.starts, plan.zone, at)
  return found ? { name: found.name, from: found.period.from } : null
}

const noFigures = { oeee: null, plannedSeconds: 0, packs: 0 }

/** The root of open stops. */
type OpenRoot = {
  /** null: outside the line. */
  readonly machineId: number | null
  readonly stop: LineStop | null
  /** The machines that wait because of it. */
  readonly waiting: number[]
  isOfKey: boolean
}

const rootOf = (id: number, { attribution }: OpenStop): number | null | undefined => {
  if (attribution.kind === 'withheld') return undefined
  return attribution.kind === 'own' ? id : attribution.rootMachineId
}

/** The root of the open stops that weighs most: that of the key station before others, then by the machines that wait, then the oldest. */
function heaviestRoot(
  open: ReadonlyMap<number, OpenStop>,
  key: ReadonlySet<number>,
): OpenRoot | null {
  const roots = new Map<number | null, OpenRoot>()
  for (const [id, one] of open) {
    const { stop, attribution } = one
    const machineId = rootOf(id, one)
    if (machineId === undefined || attribution.kind === 'withheld') continue
    const isOwn = attribution.kind === 'own'
    const root = roots.get(machineId) ?? {
      ...{ machineId, stop: isOwn ? stop : attribution.rootStop, waiting: [], isOfKey: false },
    }
    roots.set(machineId, root)
    if (!isOwn) root.waiting.push(id)
    root.isOfKey ||= key.has(id)
  }
  const began = ({ stop }: OpenRoot) => stop?.from ?? Number.POSITIVE_INFINITY
  const [first] = [...roots.values()].sort(
    (a, b) =>
      Number(b.isOfKey) - Number(a.isOfKey) ||
      b.waiting.length - a.waiting.length ||
      (began(a) < began(b) ? -1 : 1),
  )
  return first ?? null
}

function rootWire(
  { serialOf }: KnownLine,
  { machineId, stop, waiting }: OpenRoot,
  lost: number | null,
): LineNowWire['root'] {
  return {
    machineId: machineId === null ? null : serialOf(machineId),
    since: stop && new Date(stop.from),
    group: stop?.group ?? '',
    cause: stop?.cause ?? '',
    lostPacks: lost,
    waiting: waiting.map(serialOf),
  }
}

/** Packs that the key station lost in its open stops of a root. */
function lostTo(
  reading: LineReading,
  { machineId }: OpenRoot,
  {
    key,
    open,
    targetOf,
  }: {
    readonly key: readonly number[]
    readonly open: ReadonlyMap<number, OpenStop>
    readonly targetOf: TargetOf
  },
): number | null {
  const stops = new Map(
    key.flatMap((id) => {
      const one = open.get(id)
      return one !== undefined && rootOf(id, one) === machineId ? [[one.stop, id] as const] : []
    }),
  )
  const lost = stopsInWindow(reading, key, reading.range).filter(({ stop }) => stops.has(stop))
  return lostPacks(
    lost.map(({ stop, ms }) => {
      const { product = '' } = reading.recordOf.get(stop) ?? {}
      return { machineId: stop.machineId, product, ms }
    }),
    targetOf,
  )
}
