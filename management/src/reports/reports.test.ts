import { randomUUID } from 'node:crypto'
import { grantClientScope, type Report, reportLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor, people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { messagesFailed } from '../outbox/endMessages.ts'
import { takeDue } from '../outbox/takeDue.ts'
import { findReportLink, isReportStopped, makeReportLink, useReportLink } from './reportLinks.ts'
import { unreachedRecipients } from './reportRecipients.ts'
import { type RequestedReport, reportsInForce, reportsOfClient, setReports } from './reports.ts'
import {
  endReportLook,
  fixedPeriods,
  fixReport,
  forgetOldReports,
  type ReportToFix,
  reportForMessage,
  reportOfClient,
  reportsToLookAt,
  sentOfReport,
} from './sentReports.ts'

let clock = Date.UTC(2026, 10, 21, 6, 15)
let opened: TestManagement
let ids: ReadonlyMap<string, number>
const own = grantClientScope(1)
const neighbour = grantClientScope(2)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const idOf = (name: string) => ids.get(name) ?? 0

beforeAll(async () => {
  opened = await openTestManagement({ now: () => clock })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  clock += 1_000
  const all = ['outbox', 'report_link', 'report_stop', 'report_sent', 'report', 'report_book']
  for (const table of [...all, 'alert_address', 'audit_log']) await run(`delete from ${table}`)
})

const made = (more: Partial<Report> = {}): RequestedReport => ({
  ...{ id: randomUUID(), name: 'Shift', enabled: true, kind: 'shift', machines: 'all' },
  ...{ language: 'en', files: ['pdf'], to: [{ channel: 'person', to: idOf('clientadmin') }] },
  ...more,
})
const set = (reports: readonly RequestedReport[], version?: number, scope = own) =>
  setReports(opened.management, editor, scope, { reports, version })
const read = async (scope = own) => (await reportsOfClient(opened.management, scope))?.reports ?? []
async function address(clientId: number, name: string, confirmed = true): Promise<number> {
  const [row] = await run<{ id: number }>(
    `insert into alert_address (client_id, address, confirmed_at, created_at)
     values (${clientId}, '${name}', ${confirmed ? 'now()' : 'null'}, now()) returning id`,
  )
  return row?.id ?? 0
}
const period = { from: new Date(clock - 12 * 3_600_000), to: new Date(clock - 60_000) }
const toFix = (report: RequestedReport, more: Partial<ReportToFix> = {}): ReportToFix =>
  ({
    ...{ clientId: 1, report, period, fixedAt: new Date(clock), content: '{}', origin: 'due' },
    ...more,
  }) as ReportToFix
const fix = (report: RequestedReport, more: Partial<ReportToFix> = {}) =>
  fixReport(opened.management, toFix(report, more))

describe('the reports of a client', () => {
  test('are set whole, in their order, and are of this client alone', async () => {
    const [one, two] = [made(), made({ name: 'Week', kind: 'week', machines: ['FW-101'] })]
    expect(await set([one, two], 0)).toBe(1)
    expect(await read()).toMatchObject([one, two])
    expect(await read(neighbour)).toEqual([])
    await expect(reportOfClient(opened.management, neighbour, one.id)).rejects.toMatchObject({
      code: 'report.notFound',
    })
    await expect(set([one], 0)).rejects.toMatchObject({ code: 'edit.conflict', status: 409 })
    expect(await set([two, one], 1)).toBe(2)
    expect(await set([two, one], 2)).toBe(2)
    expect(await set([one], 2)).toBe(3)
    expect(await read()).toHaveLength(1)
    await expect(set([two], undefined, neighbour)).rejects.toMatchObject({
      code: 'report.idTaken',
    })
    expect(await run(`select entity from audit_log`)).toHaveLength(3)
  })

  test('begin to send when they are added, switched on, or become of another kind', async () => {
    const one = made({ enabled: false })
    await set([one])
    const sinceOf = async () => (await read())[0]?.since.getTime()
    const added = await sinceOf()
    clock += 60_000
    await set([{ ...one, name: 'Other' }])
    expect(await sinceOf()).toBe(added)
    await set([{ ...one, enabled: true }])
    expect(await sinceOf()).toBe(clock)
    clock += 60_000
    await set([{ ...one, enabled: true, kind: 'day' }])
    expect(await sinceOf()).toBe(clock)
  })

  test.each<[string, () => Promise<Partial<Report>> | Partial<Report>, string]>([
    ['a machine of the neighbour', () => ({ machines: ['FW-511'] }), 'machine'],
    ['a line that there is not', () => ({ machines: { lineName: 'Line 77' } }), 'line'],
    [
      'a person of the neighbour',
      () => ({ to: [{ channel: 'person', to: idOf('neighbour') }] }),
      'person',
    ],
    ['a group of staff', () => ({ to: [{ channel: 'role', to: 1 }] }), 'role'],
    [
      'an address of the neighbour',
      async () => ({ to: [{ channel: 'mail', to: await address(2, 'boss@two.example') }] }),
      'address',
    ],
  ])('%s is refused', async (_, more, what) => {
    await expect(set([made(await more())])).rejects.toMatchObject({
      status: 400,
      message: `The client has no such ${what}.`,
    })
  })

  test('a person who left does not keep the others from being saved', async () => {
    const one = made({ to: [{ channel: 'person', to: idOf('engineer') }] })
    await set([one])
    await run(`update user_account set enabled = false where username = 'engineer'`)
    await set([one, made({ name: 'Two' })])
    const [first] = await read()
    const unreached = await unreachedRecipients(opened.management, own, first ? [first] : [])
    expect(unreached.get(one.id)).toMatchObject([{ why: 'gone', name: '' }])
    expect(await fix(one)).toBe(0)
    await run(`update user_account set enabled = true where username = 'engineer'`)
  })

  test('in force are those that are switched on, of clients whose records are here', async () => {
    await set([made(), made({ enabled: false })])
    await set([made({ to: [] })], undefined, neighbour)
    const found = await reportsInForce(opened.management, undefined)
    expect(found.map(({ clientId }) => clientId)).toEqual([1, 2])
    expect(await reportsInForce(opened.management, 77)).toEqual([])
  })
})

describe('what was sent', () => {
  test('of a period is fixed once, with one message for each recipient', async () => {
    const mail = await address(1, 'boss@one.example')
    const one = made({
      to: [
        ...[
          { channel: 'role', to: 4 } as const,
          { channel: 'person', to: idOf('clientadmin') } as const,
        ],
        { channel: 'mail', to: mail },
      ],
    })
    await set([one])
    const [role] = await run<{ group_id: number }>(
      `select group_id from user_account where username = 'user'`,
    )
    const withRole = {
      ...one,
      to: [{ channel: 'role' as const, to: role?.group_id ?? 0 }, ...one.to.slice(1)],
    }
    await set([withRole])
    const counts = await Promise.all([fix(withRole), fix(withRole), fix(withRole)])
    expect(counts.filter((count) => count !== undefined)).toEqual([expect.any(Number)])
    const rows = await run<{ user_id: number | null; address_id: number | null }>(
      'select user_id, address_id from outbox order by id',
    )
    expect(rows).toContainEqual({ user_id: idOf('clientadmin'), address_id: null })
    expect(rows).toContainEqual({ user_id: idOf('user'), address_id: null })
    expect(rows).toContainEqual({ user_id: null, address_id: mail })
    expect(new Set(rows.map((row) => JSON.stringify(row))).size).toBe(rows.length)
    const begins = [period.from, period.to]
    const known = await fixedPeriods(opened.management, one.id, begins)
    expect([...known]).toEqual([period.from.getTime()])
    expect(await sentOfReport(opened.management, own, one.id)).toHaveLength(1)
    expect(await sentOfReport(opened.management, neighbour, one.id)).toEqual([])
  })

  test('is looked at once more after 6 hours, and corrected once', async () => {
    const one = made()
    await set([one])
    await fix(one)
    const due = () => reportsToLookAt(opened.management, undefined)
    expect(await due()).toEqual([])
    clock += reportLimits.hoursUntilLook * 3_600_000
    const [found] = await due()
    const corrects = found?.sent.id ?? ''
    const correction = { origin: 'correction', corrects, period } as const
    const both = await Promise.all([fix(one, correction), fix(one, correction)])
    expect(both.filter((count) => count === 1)).toHaveLength(1)
    expect(await due()).toEqual([])
    await endReportLook(opened.management, corrects)
    expect(await fix(one, correction)).toBeUndefined()
  })

  test('says who refused it, and forgets it after 400 days', async () => {
    const mail = await address(1, 'wrong@one.example')
    const one = made({ to: [{ channel: 'mail', to: mail }] })
    await set([one])
    await fix(one)
    const taken = await takeDue(opened.management, {
      ...{ channel: 'mail', most: 10, besides: [], besidesHooks: [], besidesClients: [] },
    })
    const rows = taken.flatMap((message) => message.rows)
    await messagesFailed(opened.management, rows, { why: 'refused', status: null })
    const stored = await read()
    const unreached = await unreachedRecipients(opened.management, own, stored)
    expect(unreached.get(one.id)).toMatchObject([{ why: 'refused', name: 'wrong@one.example' }])
    const [sent] = await sentOfReport(opened.management, own, one.id)
    expect(sent?.deliveries).toMatchObject([{ name: 'wrong@one.example', state: 'failed' }])
    expect(await forgetOldReports(opened.management)).toBe(0)
    clock += 401 * 86_400_000
    expect(await forgetOldReports(opened.management)).toBe(1)
  })

  test('by hand is for one person, and of an unsaved report too', async () => {
    const draft = made({ to: [] })
    const hand = { origin: 'hand', only: idOf('clientadmin'), isSaved: false } as const
    expect(await fix(draft, hand)).toBe(1)
    expect(await fix(draft, hand)).toBe(1)
    const [row] = await run<{ report_sent_id: string }>('select report_sent_id from outbox')
    const found = await reportForMessage(opened.management, row?.report_sent_id ?? '')
    expect(found).toMatchObject({ clientId: 1, reportId: null, isOff: false })
  })

  test('an unconfirmed address is named', async () => {
    const mail = await address(1, 'new@one.example', false)
    await set([made({ to: [{ channel: 'mail', to: mail }] })])
    const unreached = await unreachedRecipients(opened.management, own, await read())
    expect([...unreached.values()]).toMatchObject([[{ why: 'notConfirmed' }]])
  })
})

describe('the link in a report', () => {
  test('stops it for its recipient alone, and sends it again', async () => {
    const one = made({
      to: [
        { channel: 'person', to: idOf('clientadmin') },
        { channel: 'person', to: idOf('user') },
      ],
    })
    await set([one])
    const holder = { userId: idOf('clientadmin') }
    const token = await makeReportLink(opened.management, one.id, holder)
    const found = () => findReportLink(opened.management, token)
    expect(await found()).toMatchObject({ reportName: 'Shift', isStopped: false })
    await useReportLink(opened.management, token, 'stop')
    await useReportLink(opened.management, token, 'stop')
    expect(await found()).toMatchObject({ isStopped: true })
    expect(await isReportStopped(opened.management, one.id, holder)).toBe(true)
    expect(await fix(one)).toBe(1)
    expect(
      (await unreachedRecipients(opened.management, own, await read())).get(one.id),
    ).toMatchObject([{ why: 'stopped', to: idOf('clientadmin') }])
    await useReportLink(opened.management, token, 'confirm')
    expect(await found()).toMatchObject({ isStopped: false })
  })

  test.each(['x'.repeat(43), '', 'a/b'])('%s is not found', async (token) => {
    await expect(findReportLink(opened.management, token)).rejects.toMatchObject({
      code: 'reportLink.notFound',
      status: 404,
    })
    await expect(useReportLink(opened.management, token, 'stop')).rejects.toMatchObject({
      code: 'reportLink.notFound',
    })
  })
})
