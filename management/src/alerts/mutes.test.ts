import { alertLimits, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { seedAlert } from '../../testing/seedAlert.ts'
import { alertOf } from './alertRows.ts'
import { alertMutes, muteAlerts } from './mutes.ts'

const hour = 3_600_000
const day = 24 * hour
let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
let own: number
let second: number
let foreign: number
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  const machines = await sql<{ id: number; client_id: number }>(
    'select id, client_id from machine where client_id in (1, 2) order by client_id, id',
  )
  const of = (clientId: number) => machines.filter((one) => one.client_id === clientId)
  ;[own = 0, second = 0] = of(1).map(({ id }) => id)
  ;[foreign = 0] = of(2).map(({ id }) => id)
})
afterAll(() => opened?.close())
beforeEach(() => sql('delete from alert_mute'))

const sql = <Row>(text: string) => runSql<Row>(opened.management, text)
const seed = (machineId: number, clientId = 1) =>
  seedAlert(opened.management, { steps: [], at: now, machineId, clientId })
type Wanted = Partial<Parameters<typeof muteAlerts>[3]>
const mute = (wanted: Wanted, clientId = 1) =>
  muteAlerts(opened.management, editor, grantClientScope(clientId), {
    ...{ until: new Date(now + hour), reason: 'Rebuilding', ...wanted },
  })
const mutes = async (clientId = 1) =>
  (await alertMutes(opened.management, grantClientScope(clientId))).map(
    ({ ruleId, machineId, until, reason, by }) => [ruleId ?? machineId, +until - now, reason, by],
  )
const isMuted = async (id: string, clientId = 1) =>
  (await alertOf(opened.management, grantClientScope(clientId), Number(id)))?.muted

test('a rule or a machine is muted until then, and no other one', async () => {
  const [first, other] = [await seed(own), await seed(second)]
  const neighbour = await seed(foreign, 2)
  await mute({ machineId: foreign, until: new Date(now + 2 * hour) }, 2)
  expect(await mutes()).toEqual([])
  expect(await isMuted(neighbour.id, 2)).toBe(true)
  await mute({ ruleId: first.ruleId })
  expect(await mutes()).toEqual([[first.ruleId, hour, 'Rebuilding', 'Marta Lindqvist']])
  expect([await isMuted(first.id), await isMuted(other.id)]).toEqual([true, false])
  await mute({ machineId: second })
  expect(await isMuted(other.id)).toBe(true)
  now += hour
  expect([await isMuted(first.id), await isMuted(other.id)]).toEqual([false, false])
  expect([await mutes(), (await mutes(2)).length]).toEqual([[], 1])
})

test('the last word counts: a new mute replaces the one before, one that is past ends it', async () => {
  const { id, ruleId } = await seed(own)
  await mute({ ruleId, until: new Date(now + day) })
  await mute({ machineId: own })
  await mute({ ruleId, reason: 'Shorter' })
  expect(await mutes()).toEqual([
    [own, hour, 'Rebuilding', 'Marta Lindqvist'],
    [ruleId, hour, 'Shorter', 'Marta Lindqvist'],
  ])
  await mute({ ruleId, until: new Date(now) })
  expect(await mutes()).toEqual([[own, hour, 'Rebuilding', 'Marta Lindqvist']])
  await mute({ machineId: own, until: new Date(now - 1) })
  expect([await mutes(), await isMuted(id)]).toEqual([[], false])
  const entries = await sql<{ client_id: number; reason: string }>(
    `select client_id, after->>'reason' as reason from audit_log
     where entity = 'alertMute' order by id desc limit 3`,
  )
  expect(entries).toEqual(
    ['Rebuilding', 'Rebuilding', 'Shorter'].map((reason) => ({ client_id: 1, reason })),
  )
})

test('a rule or a machine of a neighbour, and a removed one, are not found; 30 days are the most', async () => {
  const mine = await seed(own)
  const neighbour = await seed(foreign, 2)
  const noRule = { code: 'alertRule.notFound' }
  await expect(mute({ ruleId: neighbour.ruleId })).rejects.toMatchObject(noRule)
  await sql(`update alert_rule set removed_at = now() where id = '${mine.ruleId}'`)
  await expect(mute({ ruleId: mine.ruleId })).rejects.toMatchObject(noRule)
  const noMachine = { code: 'machine.notFound' }
  await expect(mute({ machineId: foreign })).rejects.toMatchObject(noMachine)
  await expect(mute({ machineId: 999_999 })).rejects.toMatchObject(noMachine)
  const most = now + alertLimits.muteDays * day
  await expect(mute({ machineId: own, until: new Date(most + 1) })).rejects.toMatchObject({
    code: 'request.invalid',
  })
  expect(await mutes()).toEqual([])
  await mute({ machineId: own, until: new Date(most) })
  expect(await mutes()).toHaveLength(1)
})
