import {
  reportLink as linkCall,
  reportContent,
  reports as reportsCall,
  sendReport as sendCall,
  sentReports as sentCall,
  setReports as setCall,
  useReportLink as useLinkCall,
} from '@packboard/contract'
import {
  alertRecipients,
  findReportLink,
  fixReport,
  machinesOfClient,
  personToInform,
  reportOfClient,
  reportsOfClient,
  sentOfReport,
  setReports,
  unreachedRecipients,
  useReportLink,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, type Report, reportPeriodAt, reportPeriodToSend } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../../access/access.ts'
import { routesOf } from '../../access/declare.ts'
import type { QueryGate } from '../../access/queryGate.ts'
import { isPremium } from '../../daySummary/readDays.ts'
import type { Deps } from '../../deps.ts'
import type { PlanDeps } from '../../exclusions/planBook.ts'
import type { App } from '../../http/createApp.ts'
import { limits } from '../../http/limits.ts'
import { sharedLimit } from '../../http/tokenBucket.ts'
import { changedLater } from '../../shift/fixedPage.ts'
import type { OutboxDeps } from '../outbox.ts'
import { reportWords } from '../reportMail/reportMail.ts'
import { sentenceIn } from '../reportMail/reportView.ts'
import { nothingWritten, occasionOf } from '../reportMessage.ts'
import { clockOf, machinesOf, makeContent, needsPremium, placeOf } from './makeContent.ts'

/** Reports by mail: which, to whom, and what was sent (D97). */
export function reportRoutes(
  app: App,
  deps: Deps & PlanDeps & OutboxDeps,
  access: Access,
  gate: QueryGate,
) {
  const route = routesOf(app, 'Reports')
  const { management } = deps
  sendRoute(app, deps, access, gate)
  sentRoute(app, deps, access, gate)

  route(reportsCall, 'setReports', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const [book, machines, mayDays, recipients] = await Promise.all([
      reportsOfClient(management, scope),
      machinesOfClient(management, scope),
      isPremium(management, scope),
      alertRecipients(management, scope, actor.role === 'admin'),
    ])
    if (!book) throw new AppError('client.notFound')
    const unreached = await unreachedRecipients(management, scope, book.reports)
    return {
      ...{ version: book.version, mayDays },
      reports: book.reports.map(({ since: _, ...report }) => ({
        ...wireOf(report),
        id: report.id,
        machineCount: machinesOf(machines, report).length,
        unreached: unreached.get(report.id) ?? [],
      })),
      recipients: {
        people: [...recipients.people],
        roles: [...recipients.roles],
        mails: [...recipients.mails],
      },
    }
  })

  route(setCall, 'setReports', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { reports, version } = request.body
    const [machines, premium, known] = await Promise.all([
      machinesOfClient(management, scope),
      isPremium(management, scope),
      reportsOfClient(management, scope),
    ])
    // Reports of a client that had premium stay, and send nothing.
    const stored = new Map(known?.reports.map((report) => [report.id, report.kind]))
    for (const report of reports) {
      const needs = needsPremium(report, machinesOf(machines, report).length)
      if (needs && !premium && stored.get(report.id) !== report.kind) {
        throw new AppError('client.noPremium')
      }
    }
    const saved = await setReports(management, actor, scope, { reports, version })
    return { message: 'Success!', version: saved }
  })
}

/** A report that a person makes by hand: to look at, for oneself, or for its recipients. */
function sendRoute(app: App, deps: Deps & PlanDeps & OutboxDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Reports')
  const { management } = deps
  const sends = sharedLimit(deps, { name: 'report by hand', ...limits.reportSends })

  route(sendCall, 'setReports', async (request) => {
    const actor = access.actor(request)
    const { clientId, id } = request.params
    const scope = await access.scope(actor, clientId)
    const wait = await sends.take(String(actor.userId))
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
    const { to, start, report: draft } = request.body
    if (draft !== undefined && to === 'recipients') throw new AppError('request.invalid')
    const report: Report & { readonly id: string } =
      draft === undefined ? await reportOfClient(management, scope, id) : { ...draft, id }
    const now = new Date(Math.floor(deps.now()))
    const at = reportPeriodToSend(report.kind, await clockOf(deps, scope), { now, start })
    if (at.period.from > now) throw new AppError('request.invalid')
    const machines = machinesOf(await machinesOfClient(management, scope), report)
    const content = await gate.ask(actor, scope, () => makeContent(deps, scope, report, at), {
      period: at.period,
      machines,
    })
    if (!content) throw new AppError('report.noMachine')
    if (to === 'preview') {
      const { name, language } = report
      const { subject, html, text } = reportWords(
        content,
        {
          ...{ language, name, fixedAt: now, provisionalUntil: null, corrects: null },
          handOver: nothingWritten,
        },
        { page: `${deps.outbox.head().publicUrl}/admin/shift` },
      )
      return { message: 'Success!', recipients: 0, preview: { subject, html, text } }
    }
    if (to === 'me') {
      const person = await personToInform(management, actor.userId)
      if (!person?.email) throw new AppError('report.noAddress')
    }
    const added = await fixReport(management, {
      ...{ clientId: scope.clientId, report, period: at.period, fixedAt: now, origin: 'hand' },
      content: JSON.stringify(reportContent.encode(content)),
      ...(to === 'me' && { only: actor.userId }),
      isSaved: draft === undefined,
    })
    deps.outbox.wake()
    return { message: 'Success!', recipients: added ?? 0, preview: null }
  })
}

/** What a report sent, and one of them as it was, with what moved since. */
function sentRoute(app: App, deps: Deps & PlanDeps & OutboxDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Reports')
  const { management } = deps

  route(sentCall, 'setReports', async (request) => {
    const actor = access.actor(request)
    const { clientId, id } = request.params
    const scope = await access.scope(actor, clientId)
    const sent = await sentOfReport(management, scope, id)
    const shown = sent.find((one) => Number(one.id) === request.query.shown)
    return {
      sent: sent.map((one) => {
        const content = reportContent.parse(one.content)
        return {
          ...{ id: Number(one.id), from: content.from, to: content.to, fixedAt: one.fixedAt },
          subject: sentenceIn(one.language, content.page.sentence),
          isCorrection: one.origin === 'correction',
          isTest: one.origin === 'hand',
          deliveries: [...one.deliveries],
        }
      }),
      shown: shown ? await shownOf(shown) : null,
    }

    async function shownOf(one: (typeof sent)[number]) {
      const content = reportContent.parse(one.content)
      const { subject, html, text } = reportWords(
        content,
        await occasionOf(management, scope, one),
        { page: `${deps.outbox.head().publicUrl}/admin/shift` },
      )
      const report = (await reportsOfClient(management, scope))?.reports.find(
        (stored) => stored.id === id,
      )
      const question =
        report && placeOf(report) === content.machines
          ? { ...report, kind: content.kind }
          : undefined
      const at = {
        ...reportPeriodAt(content.kind, await clockOf(deps, scope), content.from),
        ...{ name: content.name, period: { from: content.from, to: content.to } },
      }
      const machines = question
        ? machinesOf(await machinesOfClient(management, scope), question)
        : []
      const now =
        question &&
        (await gate.ask(actor, scope, () => makeContent(deps, scope, question, at), {
          ...{ period: at.period, machines },
        }))
      return {
        ...{ subject, html, text },
        moved: now ? changedLater(content.page, now.page) : [],
      }
    }
  })
}

/** A stored report in the words of the wire, whose lists are its own. */
const wireOf = ({ machines, files, to, ...report }: Report) => ({
  ...report,
  machines: typeof machines === 'string' || 'lineName' in machines ? machines : [...machines],
  files: [...files],
  to: [...to],
})

/** The link in a report, without a session: opening it shows which report it is, a press stops it or wants it again. */
export function reportLinkRoutes(app: App, deps: Deps) {
  const route = routesOf(app, 'Reports')
  const { management } = deps
  const uses = sharedLimit(deps, { name: 'use of a link of a report', ...limits.alertLinks })

  async function demandTurn({ ip }: FastifyRequest) {
    const wait = await uses.take(addressBlock(ip))
    if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
  }

  route(linkCall, { caller: 'everybody', answersToken: true }, async (request) => {
    await demandTurn(request)
    return findReportLink(management, request.params.token)
  })

  route(useLinkCall, 'everybody', async (request) => {
    await demandTurn(request)
    await useReportLink(management, request.params.token, request.body.do)
    return { message: 'Success!' }
  })
}
