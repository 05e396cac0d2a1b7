import { grantPanelScope, programKeyLimits } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import {
  addProgramKey,
  type NewProgramKey,
  revokeLeakedKey,
  revokeProgramKey,
  rotateProgramKey,
} from './changeProgramKeys.ts'
import { findProgramKey, noteProgramCalls } from './findProgramKey.ts'
import { programKeys } from './programKeys.ts'

const dayMs = 86_400_000
let now = Date.parse('2026-11-30T10:00:00.000Z')
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const all = grantPanelScope({ reach: 'all' })
const client1 = grantPanelScope({ reach: 'client', clientId: 1 })
const distributor1 = grantPanelScope({ reach: 'distributor', distributorId: 1 })
const make = (wanted: Partial<NewProgramKey>, scope = all) =>
  addProgramKey(opened.management, editor, scope, {
    ...{ name: 'Power BI', groups: ['stops', 'figures'] as const },
    ...wanted,
  })
const find = (key: string) => findProgramKey(opened.management, key)

test('a key is shown once: the store has an HMAC of it, and no text holds it', async () => {
  const { id, key } = await make({ clientId: 1, groups: ['stops', 'stops', 'alarms'] })
  expect(key).toMatch(/^pbk_[A-Za-z0-9_-]{43}$/)
  expect(await find(key)).toEqual({
    ...{ programKeyId: id, name: 'Power BI', groups: ['stops', 'alarms'] },
    ...{ clientId: 1, distributorId: null },
  })
  const stored = await runSql(
    opened.management,
    'select k.*, h.*, a.* from program_key k, program_key_hash h, audit_log a',
  )
  expect(JSON.stringify(stored)).not.toContain(key.slice(4))
  for (const other of ['', key.slice(0, -1), `${key}A`, key.replace('pbk_', 'pbx_'), key.slice(4)])
    expect(await find(other)).toBeUndefined()
})

test('who makes keys for whom: a client for itself, a distributor for itself alone, an admin for all', async () => {
  const { management } = opened
  expect((await make({ clientId: 1 }, client1)).id).toBeGreaterThan(0)
  expect((await make({ distributorId: 1 }, distributor1)).id).toBeGreaterThan(0)
  expect((await make({})).id).toBeGreaterThan(0)
  const refused = async (wanted: Partial<NewProgramKey>, scope = all) =>
    make(wanted, scope).catch(({ code }: { code: string }) => code)
  expect(await refused({ clientId: 2 }, client1)).toBe('client.notFound')
  expect(await refused({ clientId: 999_999 }, client1)).toBe('client.notFound')
  expect(await refused({}, client1)).toBe('request.notAllowed')
  expect(await refused({ distributorId: 1 }, client1)).toBe('distributor.notFound')
  // Client 1 is served by distributor 1, whose key reads it; a key of the client is the client's.
  expect(await refused({ clientId: 1 }, distributor1)).toBe('client.notFound')
  expect(await refused({ distributorId: 2 }, distributor1)).toBe('distributor.notFound')
  expect(await refused({}, distributor1)).toBe('request.notAllowed')
  expect(await refused({ clientId: 1, distributorId: 1 })).toBe('request.invalid')
  const listed = async (scope = all) =>
    (await programKeys(management, scope)).map(({ clientId, distributorId }) => [
      clientId,
      distributorId,
    ])
  expect(new Set((await listed(client1)).map(String))).toEqual(new Set(['1,']))
  expect(await listed(distributor1)).toEqual([[null, 1]])
  const [own] = await programKeys(management, distributor1)
  for (const scope of [client1, grantPanelScope({ reach: 'distributor', distributorId: 2 })]) {
    const id = own?.id ?? 0
    const gone = { code: 'key.notFound' }
    await expect(revokeProgramKey(management, editor, scope, id)).rejects.toMatchObject(gone)
    await expect(rotateProgramKey(management, editor, scope, id)).rejects.toMatchObject(gone)
  }
})

test('a key ends after a year, after its own time, or when its client or distributor is disabled or deleted', async () => {
  const begin = now
  const year = await make({ clientId: 1 })
  const short = await make({ clientId: 3, expires: new Date(now + dayMs) })
  const ofDistributor = await make({ distributorId: 2 })
  const { daysAtMost } = programKeyLimits
  for (const expires of [new Date(now), new Date(now + (daysAtMost + 1) * dayMs)]) {
    await expect(make({ clientId: 1, expires })).rejects.toMatchObject({ code: 'request.invalid' })
  }
  const run = (text: string) => runSql(opened.management, text)
  await run('update client set enabled = false where id = 3')
  expect(await find(short.key)).toBeUndefined()
  await run('update client set enabled = true where id = 3')
  expect(await find(short.key)).toBeDefined()
  await run('update distributor set deleted_at = now() where id = 2')
  expect(await find(ofDistributor.key)).toBeUndefined()
  await run('update distributor set deleted_at = null where id = 2')
  now = begin + dayMs
  expect(await find(short.key)).toBeUndefined()
  now = begin + programKeyLimits.days * dayMs - 1
  expect(await find(year.key)).toBeDefined()
  now += 1
  expect(await find(year.key)).toBeUndefined()
  now = begin
})

test('a second secret holds at once, and the first one for 24 hours more', async () => {
  const { management } = opened
  const begin = now
  const { id, key } = await make({ clientId: 1 })
  const second = await rotateProgramKey(management, editor, all, id)
  expect(second.oldUntil).toEqual(new Date(now + dayMs))
  const third = await rotateProgramKey(management, editor, all, id)
  expect([await find(key), await find(second.key), await find(third.key)]).toEqual(
    Array(3).fill(expect.objectContaining({ programKeyId: id })),
  )
  const [row] = await programKeys(management, all)
  expect(row).toMatchObject({ id, oldUntil: new Date(now + dayMs) })
  now += dayMs
  expect([await find(key), await find(second.key)]).toEqual([undefined, undefined])
  expect(await find(third.key)).toBeDefined()
  await revokeProgramKey(management, editor, all, id)
  expect(await find(third.key)).toBeUndefined()
  now = begin
})

test('calls are counted for the day of UTC, with the last time and address', async () => {
  const { management } = opened
  const { id } = await make({ clientId: 1 })
  const note = (calls: number, at: string, lastAddress: string) =>
    noteProgramCalls(management, [{ programKeyId: id, calls, lastAt: new Date(at), lastAddress }])
  await note(3, '2026-11-29T23:59:59.000Z', '10.0.0.1')
  await note(4, '2026-11-30T00:00:01.000Z', '10.0.0.2')
  await note(5, '2026-11-30T09:00:00.000Z', '10.0.0.3')
  const row = async () => (await programKeys(management, all)).find((each) => each.id === id)
  expect(await row()).toMatchObject({
    ...{ callsToday: 9, lastAddress: '10.0.0.3' },
    lastUsedAt: new Date('2026-11-30T09:00:00.000Z'),
  })
  now += dayMs
  expect(await row()).toMatchObject({ callsToday: 0 })
  now -= dayMs
})

test('a key that leaked is revoked once, its maker is named, and the log says why', async () => {
  const { management } = opened
  const { id, key } = await make({ name: 'Old Excel', clientId: 2 })
  const leaked = await revokeLeakedKey(management, id, { address: '203.0.113.7' })
  expect(leaked).toMatchObject({ name: 'Old Excel', username: 'admin', userId: 1 })
  expect(await revokeLeakedKey(management, id, { address: '203.0.113.7' })).toBeUndefined()
  expect(await find(key)).toBeUndefined()
  const [entry] = await runSql(
    management,
    `select actor_name, client_id, after from audit_log where entity = 'programKey' and entity_id = ${id} and action = 'revoke'`,
  )
  expect(entry).toEqual({
    ...{ actor_name: 'Packboard', client_id: 2 },
    after: { reason: 'in an address', address: '203.0.113.7' },
  })
})

test('fifty keys of one owner may live at a time', async () => {
  const { management } = opened
  const { length } = await programKeys(
    management,
    grantPanelScope({ reach: 'client', clientId: 4 }),
  )
  for (let made = length; made < programKeyLimits.perOwner; made += 1) await make({ clientId: 4 })
  await expect(make({ clientId: 4 })).rejects.toMatchObject({ code: 'key.tooMany' })
  expect((await make({ clientId: 2 })).id).toBeGreaterThan(0)
})
