import { reportContent } from '@packboard/contract'
import {
  endReportLook,
  fixedPeriods,
  fixReport,
  reportsInForce,
  reportsToLookAt,
  type StoredReport,
} from '@packboard/management'
import { AppError, type ClientScope, dueReportPeriods, type ReportPeriod } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import { scopeOfWatch } from '../../access/clientScope.ts'
import { planBook } from '../../exclusions/planBook.ts'
import { changedLater } from '../../shift/fixedPage.ts'
import type { ShiftDeps } from '../../shift/readShift.ts'
import type { Outbox } from '../outbox.ts'
import { clockOf, makeContent, placeOf } from './makeContent.ts'

type ReportServices = Pick<ShiftDeps, 'management' | 'telemetry' | 'now'> & {
  readonly outbox: Pick<Outbox, 'wake'>
  readonly log: FastifyBaseLogger
  /** The cell of a process that holds one: only the records of its clients are here. */
  readonly lease: { readonly id: number } | undefined
}

/** What one report is made with. */
type ReportDeps = ShiftDeps & Pick<ReportServices, 'outbox'>

/** How often it is looked whether a report is due. */
const tickMs = 20_000

/** What is made of the reports that are due, by the process that holds their records. */
export type ReportService = {
  /** Makes what is due now, and looks once more at what was sent; for tests, which do not wait for the next tick. */
  round(): Promise<void>
}

export type ReportServiceDeps = { readonly reports?: ReportService | undefined }

/** Makes reports when they are due, until `closers` end it; what failed is made by a later round. */
export function startReports(
  { lease, log, ...services }: ReportServices,
  closers: (() => Promise<void> | void)[],
): ReportService {
  const plans = planBook(services)
  const deps: ReportDeps = { ...services, plans }
  const { management } = services
  let ended = false
  let work: Promise<void> = Promise.resolve()
  const trying = (step: () => Promise<void>) =>
    step().catch((error: unknown) => {
      if (!ended) log.error({ err: error }, 'A report could not be made; trying again')
    })

  async function round(): Promise<void> {
    await trying(async () => {
      for (const { clientId, report } of await reportsInForce(management, lease?.id)) {
        if (ended) return
        await trying(() => makeDue(deps, scopeOfWatch(clientId), report))
      }
    })
    await trying(async () => {
      for (const one of await reportsToLookAt(management, lease?.id)) {
        if (ended) return
        await trying(() => lookAgain(deps, one))
      }
    })
  }

  function next(): Promise<void> {
    work = work.then(round)
    return work
  }
  let waiting = false
  const timer = setInterval(() => {
    if (waiting || ended) return
    waiting = true
    void next().finally(() => {
      waiting = false
    })
  }, tickMs)
  timer.unref()
  closers.push(async () => {
    ended = true
    clearInterval(timer)
    await work
  })
  return { round: next }
}

async function makeDue(
  services: ReportDeps,
  scope: ClientScope,
  report: StoredReport,
): Promise<void> {
  const clock = await clockOf(services, scope)
  const due = dueReportPeriods(report.kind, clock, {
    since: report.since,
    now: new Date(services.now()),
  })
  const begins = due.map(({ period }) => period.from)
  const known = await fixedPeriods(services.management, report.id, begins)
  for (const at of due) {
    if (known.has(at.period.from.getTime())) continue
    const content = await contentOf(services, scope, report, at)
    if (content === undefined) continue
    const added = await fixReport(services.management, {
      ...{ clientId: scope.clientId, report, period: at.period, origin: 'due' },
      ...{ fixedAt: new Date(services.now()), content: JSON.stringify(content) },
    })
    if (added !== undefined) services.outbox.wake()
  }
}

/** The content as it is stored; undefined where there is nothing to send: no machine any more, or no premium. */
async function contentOf(
  services: ReportDeps,
  scope: ClientScope,
  report: StoredReport,
  at: ReportPeriod,
) {
  try {
    const content = await makeContent(services, scope, report, at)
    return content && reportContent.encode(content)
  } catch (error) {
    if (error instanceof AppError && error.code === 'client.noPremium') return undefined
    throw error
  }
}

/** Sends a report again where a figure moved by more than 0.1 points or 0.1 %, as a correction (D97). */
async function lookAgain(
  services: ReportDeps,
  { sent, report }: Awaited<ReturnType<typeof reportsToLookAt>>[number],
): Promise<void> {
  const { management } = services
  const before = reportContent.parse(sent.content)
  const period = { from: before.from, to: before.to }
  const scope = scopeOfWatch(sent.clientId)
  // What was sent is compared with the same question: where the report is about other machines by now, with none.
  const isSame = report.enabled && placeOf(report) === before.machines
  const now = !isSame
    ? undefined
    : await contentOf(
        services,
        scope,
        { ...report, kind: before.kind },
        {
          ...{ name: before.name, period },
        },
      )
  const moved = now && changedLater(before.page, reportContent.parse(now).page)
  if (now === undefined || moved === undefined || moved.length === 0) {
    await endReportLook(management, sent.id)
    return
  }
  const added = await fixReport(management, {
    ...{ clientId: sent.clientId, report, period, origin: 'correction', corrects: sent.id },
    ...{ fixedAt: new Date(services.now()), content: JSON.stringify(now) },
  })
  if (added !== undefined) services.outbox.wake()
}
