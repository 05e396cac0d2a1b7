import { reportContent } from '@packboard/contract'
import {
  addressToInform,
  correctedReport,
  type DueMessage,
  groupOfRow,
  isReportStopped,
  type Management,
  machinesOfClient,
  makeReportLink,
  personToInform,
  type ReportForMessage,
  reportForMessage,
  shiftRecords,
} from '@packboard/management'
import { type ClientScope, reportLimits, type ShiftSide, shownName } from '@packboard/model'
import { scopeOfAddress } from '../access/clientScope.ts'
import type { Config } from '../config.ts'
import { changedLater } from '../shift/fixedPage.ts'
import { recipientScope } from './recipientScope.ts'
import { reportAttachments, reportWords } from './reportMail/reportMail.ts'
import type { HandOver, ReportOccasion } from './reportMail/reportView.ts'
import type { Mail } from './smtpSender.ts'

type MessageDeps = {
  readonly management: Management
  readonly config: Config
  readonly head: () => { readonly publicUrl: string }
}

const hourMs = 3_600_000

/** The mail of one report to one recipient as it may read it now, or why nothing is sent. */
export async function reportMessage(
  deps: MessageDeps,
  { first, messageId }: DueMessage,
): Promise<Mail | { readonly why: string }> {
  const sent = await reportForMessage(deps.management, first.report_sent_id ?? '')
  if (!sent || sent.isOff) return { why: 'off' }
  const reader = await readerOf(deps, first, sent)
  if (reader.why !== undefined) return { why: reader.why }
  const { to, scope, holder } = reader
  const { reportId } = sent
  // One who looks at a report by hand wants this one, whatever was stopped.
  if (reportId !== null && sent.origin !== 'hand') {
    if (await isReportStopped(deps.management, reportId, holder)) return { why: 'stopped' }
  }
  const content = reportContent.parse(sent.content)
  const occasion = await occasionOf(deps.management, scope, sent)
  const { publicUrl } = deps.head()
  const token =
    reportId === null ? undefined : await makeReportLink(deps.management, reportId, holder)
  const links = {
    page: pageOf(publicUrl, sent.clientId, content),
    stop: token && `${publicUrl}/report/${token}`,
  }
  const { view, subject, html, text } = reportWords(content, occasion, links)
  const files = await reportAttachments(content, { view, files: sent.files, sentId: sent.id })
  return { to, subject, html, text, files, messageId }
}

const pageOf = (
  publicUrl: string,
  clientId: number,
  { kind, from }: { readonly kind: string; readonly from: Date },
): string =>
  kind === 'shift'
    ? `${publicUrl}/admin/shift?client=${clientId}&start=${encodeURIComponent(from.toISOString())}`
    : `${publicUrl}/admin/panel?view=reports`

type Row = DueMessage['first']

async function readerOf(deps: MessageDeps, row: Row, { clientId, operators }: ReportForMessage) {
  const { user_id: userId, address_id: addressId } = row
  if (userId !== null) {
    const person = await personToInform(deps.management, userId)
    const group = groupOfRow(row)
    // A role of the client: who has another one now is not meant any more.
    const isMeant =
      group === undefined || (person?.groupId === group && person.clientId === clientId)
    const scope = person && isMeant ? await recipientScope(deps, person, clientId) : undefined
    if (!person || !scope) return { why: 'noAccess' }
    if (person.email === null) return { why: 'noAddress' }
    return { to: person.email, scope, holder: { userId } }
  }
  const found = addressId === null ? undefined : await addressToInform(deps.management, addressId)
  if (!found || addressId === null) return { why: 'gone' }
  if (!found.isConfirmed) return { why: 'notConfirmed' }
  return { to: found.address, scope: scopeOfAddress(clientId, operators), holder: { addressId } }
}

/** Why a report is sent, and what people wrote of its shift, as this reader may see it. */
export async function occasionOf(
  management: Management,
  scope: ClientScope,
  sent: Pick<
    ReportForMessage,
    'corrects' | 'origin' | 'name' | 'language' | 'fixedAt' | 'content' | 'reportId'
  >,
): Promise<ReportOccasion> {
  const content = reportContent.parse(sent.content)
  const before =
    sent.corrects === null ? undefined : await correctedReport(management, scope, sent.corrects)
  const isWhole = content.kind === 'shift' && content.machines === ''
  const until = new Date(sent.fixedAt.getTime() + reportLimits.hoursUntilLook * hourMs)
  return {
    language: sent.language,
    name: sent.reportId === null ? null : sent.name,
    fixedAt: sent.fixedAt,
    provisionalUntil: sent.origin === 'due' ? until : null,
    corrects: before
      ? {
          fixedAt: before.fixedAt,
          moved: changedLater(reportContent.parse(before.content).page, content.page),
        }
      : null,
    handOver: isWhole ? await handOverOf(management, scope, content.from) : nothingWritten,
  }
}

export const nothingWritten: HandOver = { notes: [], signatures: { over: null, takeover: null } }

async function handOverOf(
  management: Management,
  scope: ClientScope,
  start: Date,
): Promise<HandOver> {
  const [{ notes, signatures }, machines] = await Promise.all([
    shiftRecords(management, scope, start),
    machinesOfClient(management, scope),
  ])
  const serialOf = new Map(machines.map(({ id, serialNo }) => [id, serialNo]))
  const signed = (side: ShiftSide) => {
    const found = signatures.find((one) => one.side === side)
    return found
      ? { by: shownName(scope, found.by), at: found.at, receivedAt: found.receivedAt }
      : null
  }
  return {
    notes: notes.map(({ machineId, by, ...note }) => ({
      ...note,
      machineId: (machineId !== null && serialOf.get(machineId)) || null,
      by: shownName(scope, by),
    })),
    signatures: { over: signed('over'), takeover: signed('takeover') },
  }
}
