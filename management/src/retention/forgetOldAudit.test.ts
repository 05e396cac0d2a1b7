import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { forgetOldAudit } from '../auditChain/forgetOldAudit.ts'
import { sealAudit } from '../auditChain/sealAudit.ts'
import { verifyAudit } from '../auditChain/verifyAudit.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement({ now: () => Date.parse('2026-11-20T12:00:00.000Z') })
  await runSql(opened.management, 'delete from audit_log')
})
afterAll(() => opened?.close())

const add = (clientId: number | null, days: number, count = 1) =>
  runSql(
    opened.management,
    `insert into audit_log (at, actor_name, action, entity, client_id)
     select timestamptz '2026-11-20 12:00:00+00' - make_interval(days => $2), 'a', 'update', 'x', $1
     from generate_series(1, $3)`,
    [clientId, days, count],
  )
const left = async () =>
  (
    await runSql<{ client: number | null; days: string }>(
      opened.management,
      `select client_id as client, extract(day from timestamptz '2026-11-20 12:00:00+00' - at) as days
       from audit_log order by client_id nulls first, at`,
    )
  ).map(({ client, days }) => `${client} ${Number(days)}`)

test('entries older than their days go, each client by its own number, and no other', async () => {
  for (const clientId of [null, 1, 2, 3]) {
    for (const days of [101, 99, 31, 29]) await add(clientId, days)
  }
  await sealAudit(opened.management)
  const ofClient = new Map([
    [2, 100],
    [3, 30],
  ])
  expect(await forgetOldAudit(opened.management, { days: 60, ofClient })).toBe(2 + 2 + 1 + 3)
  expect(await left()).toEqual([
    ...['null 31', 'null 29', '1 31', '1 29'],
    ...['2 99', '2 31', '2 29', '3 29'],
  ])
  expect(await forgetOldAudit(opened.management, { days: 60, ofClient })).toBe(0)
})

test('more than one statement takes goes in several', async () => {
  await add(4, 400, 12_000)
  await sealAudit(opened.management)
  const keep = { days: 60, ofClient: new Map<number, number>() }
  // The one of client 2 that its own number kept is past that of all.
  expect(await forgetOldAudit(opened.management, keep)).toBe(12_000 + 1)
})

test('only the beginning of a chain goes, what is left fits to it, and what is not signed yet stays', async () => {
  const keep = { days: 60, ofClient: new Map<number, number>() }
  for (const days of [90, 20, 90]) await add(5, days)
  await sealAudit(opened.management)
  await add(5, 90)
  expect(await forgetOldAudit(opened.management, keep)).toBe(1)
  expect((await left()).filter((row) => row.startsWith('5'))).toEqual(['5 90', '5 90', '5 20'])
  expect((await verifyAudit(opened.management)).faults).toEqual([])
})
