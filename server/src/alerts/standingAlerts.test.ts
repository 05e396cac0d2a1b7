import { machinesOfClient, type StoredAlertRule, type WatchedAlert } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { type AlertCondition, alertLimits, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { alertFacts } from './alertFacts.ts'
import { heldNow, StandingAlerts } from './standingAlerts.ts'

const now = Date.UTC(2026, 3, 10, 8)
let server: TestServer
let isOverdue = false
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
})
afterAll(() => server?.close())

const sql = <Row>(text: string) => runSql<Row>(server.deps.management, text)
async function held(condition: AlertCondition, serials: string[] = ['FW-101', 'FW-102']) {
  const scope = grantClientScope(1)
  const machines = await machinesOfClient(server.deps.management, scope)
  const deps = { ...server.deps, server: { isBackupOverdue: () => isOverdue } }
  const period = { from: new Date(now), to: new Date(now + 1) }
  const facts = alertFacts(deps, { scope, machines, period, present: now })
  const found = await heldNow(deps, facts, {
    ...{ condition, machines: machines.filter((one) => serials.includes(one.serialNo)) },
  })
  const nameOf = (id: number | null) => machines.find((one) => one.id === id)?.serialNo ?? null
  return found.map(({ machineId, cause }) => [nameOf(machineId), cause])
}

test('it holds at the machines and recorders of the client whose number is beyond the limit, not at its neighbour', async () => {
  const setAside = (records: number): AlertCondition => ({ kind: 'setAside', records, minutes: 10 })
  const clock = (seconds: number): AlertCondition => ({ kind: 'clockOff', seconds })
  for (const serialNo of ['FW-101', 'FW-201', 'FW-511']) {
    const records = Array.from({ length: 3 }, (_, n) =>
      factory.at(now - 120_000 - n * 1_000).sample(serialNo, { state: 10 }),
    )
    await server.send(serialNo, [...records, { kind: 'sample', serialNo, time: 'never' }])
  }
  expect(await held(setAside(1))).toEqual([['FW-101', '']])
  expect(await held(setAside(2))).toEqual([])
  expect(await held(setAside(1), ['FW-102'])).toEqual([])
  expect(await held(clock(100))).toEqual([['FW-101', '']])
  expect(await held(clock(130))).toEqual([])
  expect(await held(clock(100), [])).toEqual([])

  await sql(`insert into edge_installation (device_id, name, version, heard_at, address, clock_skew_ms,
      queue_records, queue_bytes, max_bytes, is_full, quarantined)
    select min(id), 'Hall ' || client_id, '1', '${new Date(now - 300_000).toISOString()}', '', 0, 0, 80, 100, false, 0
    from device where client_id in (1, 2) and deleted_at is null group by client_id`)
  expect(await held({ kind: 'recorderSilent', seconds: 299 })).toEqual([[null, 'Hall 1']])
  expect(await held({ kind: 'recorderSilent', seconds: 300 })).toEqual([])
  expect(await held({ kind: 'recorderFilling', percent: 80 })).toEqual([[null, 'Hall 1']])
  expect(await held({ kind: 'recorderFilling', percent: 81 })).toEqual([])
  await sql('update edge_installation set is_full = true, max_bytes = 0')
  expect(await held({ kind: 'recorderFilling', percent: 100 })).toEqual([[null, 'Hall 1']])

  expect(await held({ kind: 'backupOverdue' })).toEqual([])
  isOverdue = true
  expect(await held({ kind: 'backupOverdue' })).toEqual([[null, '']])
  // What follows from records is not looked at here.
  expect(await held({ kind: 'offlineLonger', seconds: 60 })).toEqual([])
})

const rule = (more: Partial<StoredAlertRule> = {}): StoredAlertRule => ({
  ...{ id: 'rule', name: 'Clock', enabled: true, machines: 'all', when: 'always', steps: [] },
  ...{ severity: 'info', condition: { kind: 'clockOff', seconds: 60 }, changedAt: new Date(0) },
  ...more,
})
const at = (minute: number) => minute * 60_000
const off = [{ machineId: 1, cause: 'Off' }]
const alertOf = (machineId: number | null): WatchedAlert => ({
  ...{ id: '1', ruleId: 'rule', machineId, openedAt: 0, clearedAt: null },
})
const brief = ({ opened, cleared }: ReturnType<StandingAlerts['compare']>) => ({
  opened: opened.map(({ machineId, openedAt }) => [machineId, openedAt.getTime()]),
  cleared: cleared.map(({ machineId }) => machineId),
})

test('it opens once when it was seen for so long, stays through a pause, and clears after it', () => {
  const standing = new StandingAlerts()
  const slow = rule({ forSeconds: 120 })
  const look = (minute: number, held: typeof off, alerts: WatchedAlert[] = []) =>
    brief(standing.compare(slow, held, alerts, at(minute)))
  const nothing = { opened: [], cleared: [] }
  expect(look(0, off)).toEqual(nothing)
  expect(look(1, off)).toEqual(nothing)
  expect(look(2, off)).toEqual({ opened: [[1, at(2)]], cleared: [] })
  // One that was not stored is found again, with the same beginning.
  expect(look(3, off)).toEqual({ opened: [[1, at(2)]], cleared: [] })
  const open = [alertOf(1)]
  expect(look(4, off, open)).toEqual(nothing)
  const pause = alertLimits.clearMs / 60_000
  expect(look(4 + 0.9 * pause, [], open)).toEqual(nothing)
  expect(look(4 + pause, [], open)).toEqual({ opened: [], cleared: [1] })
  expect(look(9, off, [{ ...alertOf(1), clearedAt: at(5) }])).toEqual(nothing)
  expect(look(11, off)).toEqual({ opened: [[1, at(11)]], cleared: [] })
})

test('machines, the client and rules do not mix; after a restart nothing opens twice', () => {
  const standing = new StandingAlerts()
  const both = [...off, { machineId: null, cause: '' }]
  expect(brief(standing.compare(rule(), both, [alertOf(1)], 0)).opened).toEqual([[null, 0]])
  expect(brief(standing.compare(rule({ id: 'other' }), [], [], 0))).toEqual({
    ...{ opened: [], cleared: [] },
  })
  expect(brief(new StandingAlerts().compare(rule(), both, [alertOf(1), alertOf(null)], 0))).toEqual(
    { opened: [], cleared: [] },
  )
  // What a rule saw before it was switched off does not count for the time after it.
  const slow = rule({ forSeconds: 60 })
  standing.keep(new Set(['other']))
  expect(brief(standing.compare(slow, off, [], at(1))).opened).toEqual([])
  expect(brief(standing.compare(slow, off, [], at(2))).opened).toEqual([[1, at(2)]])
})
