import type { BoardRow } from '@packboard/contract'
import { machinesOfClient, shiftsOfClient } from '@packboard/management'
import { AppError, type ClientScope, shiftOrDayAt } from '@packboard/model'
import { contextTotals, machineNow, type UnplannedSpans } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { packsIn } from '../figures/contextSums.ts'
import { presentOf } from './presentOf.ts'

const noSpans: UnplannedSpans = new Map()
const minuteMs = 60_000
const holds = ({ from, to }: { readonly from: number; readonly to: number }, at: Date) =>
  from <= at.getTime() && at.getTime() < to
/** As the cards: what comes later than this does not hold the board up. */
const presentMs = 86_400_000

/**
 * What the machines of a client do now, and what they made in the shift that runs, or since 00:00 of its zone where it has none: the figures
 * of its cards, which of a present shift are in memory.
 */
export async function readBoardRow(
  { telemetry, management, plans, now }: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
): Promise<BoardRow> {
  const at = new Date(Math.floor(now()))
  const [machines, times] = await Promise.all([
    machinesOfClient(management, scope),
    shiftsOfClient(management, scope),
  ])
  if (!times) throw new AppError('client.notFound')
  const { from } = shiftOrDayAt(times.starts, times.zone, at).period
  const machineIds = machines.map(({ id }) => id)
  const around = { from: at, to: new Date(at.getTime() + minuteMs) }
  const leavesOutBefore = new Date(at.getTime() - presentMs)
  const [moments, totals, schedule] =
    machineIds.length === 0
      ? [[], [], undefined]
      : await Promise.all([
          machineNow(telemetry, scope, { machineIds, at, leavesOutBefore }),
          contextTotals(telemetry, scope, {
            ...{ machineIds, period: { from, to: at }, filter: {} },
            by: ['machineId'],
          }),
          plans.schedule(scope, machines, around),
        ])
  const unplanned = schedule?.spans ?? noSpans
  const { running, reporting, standing } = presentOf(machines, moments, { at, unplanned })
  const [worst] = standing
  const reports = new Set(moments.flatMap(({ machineId, offline }) => (offline ? [] : [machineId])))
  const closed = machineIds.filter(
    (id) => !reports.has(id) && (unplanned.get(id) ?? []).some((span) => holds(span, at)),
  ).length
  return {
    id: scope.clientId,
    machines: machines.length,
    running,
    offline: machines.length - reporting - closed,
    closed,
    trouble: standing.length,
    worst: worst ? { machineId: worst.machineId, state: worst.state, since: worst.since } : null,
    packs: packsIn(totals),
  }
}

/** So many clients are read at one time. */
const atOnce = 3

/** The rows of clients, a few at a time, in their order. */
export async function boardRows<Client>(
  clients: readonly Client[],
  read: (client: Client) => Promise<BoardRow>,
): Promise<BoardRow[]> {
  const rows: BoardRow[] = []
  for (let begin = 0; begin < clients.length; begin += atOnce) {
    rows.push(...(await Promise.all(clients.slice(begin, begin + atOnce).map(read))))
  }
  return rows
}
