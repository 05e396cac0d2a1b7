import { randomUUID } from 'node:crypto'
import { grantClientScope, type Report } from '@packboard/model'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { type RequestedReport, reportsOfClient, setReports } from '../src/reports/reports.ts'
import { fixReport } from '../src/reports/sentReports.ts'
import { openTestManagement, type TestManagement } from './openTestManagement.ts'
import { editor, people } from './people.ts'
import { runSql } from './runSql.ts'

/** A store whose client 1 has reports; each test begins without any. */
export function reportBook() {
  let opened: TestManagement
  let ids: ReadonlyMap<string, number>
  const clock = { now: Date.UTC(2026, 10, 21, 6, 15) }
  const own = grantClientScope(1)
  const neighbour = grantClientScope(2)
  const management = () => opened.management
  const run = <Row>(text: string) => runSql<Row>(opened.management, text)
  const idOf = (name: string) => ids.get(name) ?? 0

  beforeAll(async () => {
    opened = await openTestManagement({ now: () => clock.now })
    ids = await people(opened.management)
  })
  afterAll(() => opened?.close())
  beforeEach(async () => {
    clock.now += 1_000
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
  const read = async (scope = own) =>
    (await reportsOfClient(opened.management, scope))?.reports ?? []
  async function address(clientId: number, name: string, confirmed = true): Promise<number> {
    const [row] = await run<{ id: number }>(
      `insert into alert_address (client_id, address, confirmed_at, created_at)
       values (${clientId}, '${name}', ${confirmed ? 'now()' : 'null'}, now()) returning id`,
    )
    return row?.id ?? 0
  }
  const period = { from: new Date(clock.now - 12 * 3_600_000), to: new Date(clock.now - 60_000) }
  /** Fixes a report of the last twelve hours, as one that is due or as a correction. */
  const fix = (report: RequestedReport, origin: Origin = { origin: 'due' }) =>
    fixReport(opened.management, {
      ...{ clientId: 1, report, period, fixedAt: new Date(clock.now), content: '{}' },
      ...origin,
    })
  return { clock, own, neighbour, management, run, idOf, made, set, read, address, period, fix }
}

type Origin =
  | { readonly origin: 'due' }
  | { readonly origin: 'correction'; readonly corrects: string }
  | { readonly origin: 'hand'; readonly only?: number; readonly isSaved: boolean }
