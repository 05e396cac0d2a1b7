import { fixedShift, type ReportContent } from '@packboard/contract'
import {
  type ClientMachine,
  clientById,
  machinesOfClient,
  plainReasons,
  shiftsOfClient,
} from '@packboard/management'
import {
  AppError,
  type ClientScope,
  earlierWindow,
  type Period,
  periodFilter,
  type Report,
  type ReportPeriod,
  reportLimits,
  reportPeriodAt,
  type ShiftPlan,
  sameShiftsBefore,
  shiftOrDayAt,
  shiftPageLimits,
} from '@packboard/model'
import type { Actor } from '../../access/actor.ts'
import { isPremium } from '../../daySummary/readDays.ts'
import type { Deps } from '../../deps.ts'
import { windowOf } from '../../figures/filterWire.ts'
import type { FoundShift } from '../../shift/findShift.ts'
import { fixedContent } from '../../shift/fixedPage.ts'
import { readShift, type ShiftDeps } from '../../shift/readShift.ts'

/** The machines of a client that a report is about, by line and serial number. */
export function machinesOf<One extends Pick<ClientMachine, 'serialNo' | 'lineName'>>(
  all: readonly One[],
  { machines }: Pick<Report, 'machines'>,
): One[] {
  if (machines === 'all') return [...all]
  if ('lineName' in machines) return all.filter(({ lineName }) => lineName === machines.lineName)
  const wanted = new Set(machines)
  return all.filter(({ serialNo }) => wanted.has(serialNo))
}

/** Which machines it is about, in words; empty: all of the client. What was fixed is compared only while this is the same. */
export function placeOf({ machines }: Report): string {
  if (machines === 'all') return ''
  return 'lineName' in machines ? machines.lineName : machines.join(', ')
}

/** Days and weeks of several machines are for premium clients (D51). */
export const needsPremium = (report: Pick<Report, 'kind'>, machines: number): boolean =>
  report.kind !== 'shift' && machines > 1

/** When a client's reports are due. */
export async function clockOf(
  { management }: Pick<Deps, 'management'>,
  scope: ClientScope,
): Promise<ShiftPlan> {
  const plan = await shiftsOfClient(management, scope)
  if (!plan) throw new AppError('client.notFound')
  return plan
}

/**
 * The figures of a report at this instant: the answer of the shift page for its machines, whatever its window is. Undefined where the report
 * has no machine any more.
 */
export async function makeContent(
  deps: ShiftDeps,
  scope: ClientScope,
  report: Report,
  at: ReportPeriod,
): Promise<ReportContent | undefined> {
  const { management } = deps
  const machines = machinesOf(await machinesOfClient(management, scope), report)
  if (machines.length === 0) return undefined
  const [plan, client, premium, reasons] = await Promise.all([
    clockOf(deps, scope),
    clientById(management, scope.clientId),
    isPremium(management, scope),
    plainReasons(management, scope),
  ])
  if (!client) throw new AppError('client.notFound')
  if (needsPremium(report, machines.length) && !premium) throw new AppError('client.noPremium')
  const { period, name } = at
  const read = await readShift(deps, {
    viewer: readerOf(scope),
    scope,
    machines,
    shift: windowAsShift(report.kind, plan, at, deps.now()),
    compares: premium,
    readsEarlier: true,
    // That of a machine is the target of the product that it packs at the end of a shift; a week has many products.
    withoutTarget: report.kind === 'week',
  })
  // What people wrote is read when a message is sent: a copy would outlive the erasure of a name (D54).
  const page = fixedShift.parse(JSON.parse(fixedContent(read.page)))
  const used = new Set(page.stories.flatMap((story) => story.reasons))
  return {
    ...{ kind: report.kind, name, from: period.from, to: period.to, zone: plan.zone },
    ...{ clientName: client.name, machines: placeOf(report) },
    page,
    reasons: reasons
      .filter(({ id }) => used.has(id))
      .map((reason) => ({ id: reason.id, name: reason.name[report.language] ?? reason.name.en })),
    openQuestions: read.openQuestions
      .slice(0, reportLimits.rows)
      .map(({ machineId, start, seconds, cause, group }) => ({
        ...{ machineId, start, seconds, cause, group },
      })),
    openCount: read.openCount,
    dueStopSeconds: read.dueStopSeconds,
  }
}

/** Reports read as a person of the client: the names of operators are in none of their figures. */
const readerOf = ({ clientId }: ClientScope): Actor => ({
  ...{ userId: 0, username: '', role: 'user', clientId, distributorId: null },
})

/** A day or a week, as the page of a shift reads a shift. */
function windowAsShift(
  kind: Report['kind'],
  plan: ShiftPlan,
  { name, period }: ReportPeriod,
  now: number,
): FoundShift {
  const present = new Date(Math.floor(now))
  const isRunning = period.to > present
  const at = isRunning ? present : period.to
  const shift = shiftOrDayAt(plan.starts, plan.zone, period.from)
  const begin = (instant: number) => reportPeriodAt(kind, plan, new Date(instant)).period.from
  return {
    ...{ name, date: shift.date, period, zone: plan.zone, isRunning, at },
    previous: begin(period.from.getTime() - 1),
    next: isRunning ? null : begin(period.to.getTime()),
    weekBefore: weekBefore(plan, period, at),
    // Of a day the days before; a week has no like.
    sameBefore: () =>
      kind === 'week'
        ? []
        : sameShiftsBefore(
            kind === 'shift' ? plan.starts : [],
            plan.zone,
            kind === 'shift' ? shift : { ...shift, name: '', period },
            shiftPageLimits.daysBefore,
          ).map((one) => one.period),
  }
}

function weekBefore(plan: ShiftPlan, period: Period, at: Date): Period | null {
  const earlier = earlierWindow(periodFilter(period, plan.zone), 'week', {
    plan,
    until: at < period.to ? at : null,
  })
  if (earlier === null) return null
  const found = windowOf(earlier.window, (earlier.until ?? period.from).getTime())
  return 'sentence' in found || found.from >= found.to ? null : found
}
