import { createHash } from 'node:crypto'
import { AppError, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { addKioskLink, kioskLinksPerClient, revokeKioskLink } from './changeKioskLinks.ts'
import { findKiosk } from './findKiosk.ts'
import { kioskLinks } from './kioskLinks.ts'

const start = Date.UTC(2026, 10, 21, 6)
const minute = 60_000

let opened: TestManagement
let now = start
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now = start
  await run('delete from kiosk_link')
})

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const all = grantPanelScope({ reach: 'all' })
const ofClient = (clientId: number) => grantPanelScope({ reach: 'client', clientId })
const ofDistributor = (distributorId: number) =>
  grantPanelScope({ reach: 'distributor', distributorId })
const editor = (username: string) => ({ userId: ids.get(username) ?? 0, username })
const add = (clientId: number, rest: { expiresAt?: Date; by?: string; scope?: typeof all } = {}) =>
  addKioskLink(opened.management, editor(rest.by ?? 'admin'), rest.scope ?? all, {
    ...{ clientId, kind: 'board', machines: [], names: [], pin: undefined },
    label: `Hall ${clientId}`,
    expiresAt: rest.expiresAt ?? null,
  })
const find = (token: string) => findKiosk(opened.management, token)
const board = { kind: 'board', machineIds: undefined, person: undefined }
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

test('the token is 256 random bits, and only its hash is kept', async () => {
  const { token } = await add(1)
  expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  const rows = await run<{ token_hash: Buffer }>('select * from kiosk_link')
  expect(rows.map((row) => row.token_hash)).toEqual([createHash('sha256').update(token).digest()])
  const kept = await run('select * from kiosk_link, audit_log')
  expect(JSON.stringify(kept)).not.toContain(token)
})

test('a link shows its own client and no other', async () => {
  const [one, two] = [await add(1), await add(2)]
  expect(await find(one.token)).toEqual({ ...board, kioskId: one.id, clientId: 1 })
  expect(await find(two.token)).toEqual({ ...board, kioskId: two.id, clientId: 2 })
})

test('a guess is nobody', async () => {
  const { token } = await add(1)
  const guesses = ['', 'x', `${token}A`, token.slice(1), 'A'.repeat(43), token.toLowerCase()]
  for (const guess of guesses.filter((text) => text !== token)) {
    expect(await find(guess)).toBeUndefined()
  }
})

test('a link holds to the last millisecond of its time, and not one longer', async () => {
  const { token } = await add(1, { expiresAt: new Date(start + minute) })
  now = start + minute - 1
  expect(await find(token)).toBeDefined()
  now = start + minute
  expect(await find(token)).toBeUndefined()
})

test('a link whose maker was deleted is marked in the list', async () => {
  await add(1, { by: 'clientadmin', scope: ofClient(1) })
  await add(1)
  await run(`update user_account set deleted_at = now() where username = 'clientadmin'`)
  const marked = async () =>
    (await kioskLinks(opened.management, all)).map((link) => [link.createdBy, link.makerDeleted])
  expect(await marked()).toEqual([
    ['admin', false],
    ['clientadmin', true],
  ])
  await run(`update user_account set deleted_at = null where username = 'clientadmin'`)
})

test('a link that would have ended already is not made', async () => {
  expect(await codeOf(add(1, { expiresAt: new Date(start) }))).toBe('request.invalid')
})

test('revoking ends one link, is written down once, and leaves the others', async () => {
  const [one, two] = [await add(1), await add(1)]
  const revoke = () => revokeKioskLink(opened.management, editor('admin'), all, one.id)
  await revoke()
  await revoke()
  expect(await find(one.token)).toBeUndefined()
  expect(await find(two.token)).toBeDefined()
  const entries = await run(
    `select actor_name, client_id, before from audit_log
     where entity = 'kioskLink' and action = 'revoke' and entity_id = $1`,
    [one.id],
  )
  expect(entries).toEqual([{ actor_name: 'admin', client_id: 1, before: { label: 'Hall 1' } }])
})

test.each(['enabled = false', 'deleted_at = now()'])(
  'the link of a client with %s shows nothing until that is taken back',
  async (change) => {
    const { token } = await add(2)
    await run(`update client set ${change} where id = 2`)
    expect(await find(token)).toBeUndefined()
    await run('update client set enabled = true, deleted_at = null where id = 2')
    expect(await find(token)).toBeDefined()
  },
)

test('a distributor that no longer serves a client no longer sees its wall', async () => {
  const by = await add(1, { by: 'distributor', scope: ofDistributor(1) })
  const own = await add(1, { by: 'clientadmin', scope: ofClient(1) })
  expect(await find(by.token)).toBeDefined()
  await run('update client set distributor_id = 2 where id = 1')
  expect(await find(by.token)).toBeUndefined()
  expect(await find(own.token)).toBeDefined()
  await run('update client set distributor_id = 1 where id = 1')
})

test('everybody makes, sees and revokes the links of their own clients alone', async () => {
  const [one, two] = [await add(1), await add(2)]
  const seen = async (scope: typeof all) =>
    (await kioskLinks(opened.management, scope)).map(({ clientId }) => clientId).sort()
  expect(await seen(all)).toEqual([1, 2])
  expect(await seen(ofClient(1))).toEqual([1])
  expect(await seen(ofDistributor(1))).toEqual([1])
  expect(await seen(ofDistributor(2))).toEqual([2])

  for (const scope of [ofClient(1), ofDistributor(1)]) {
    expect(await codeOf(add(2, { scope }))).toBe('client.notFound')
    expect(await codeOf(add(999_999, { scope }))).toBe('client.notFound')
    const revoke = (id: number) => revokeKioskLink(opened.management, editor('admin'), scope, id)
    expect(await codeOf(revoke(two.id))).toBe('kioskLink.notFound')
    expect(await codeOf(revoke(999_999))).toBe('kioskLink.notFound')
  }
  expect(await find(one.token)).toBeDefined()
  expect(await find(two.token)).toBeDefined()
})

test('use is written down once a minute, not oftener', async () => {
  const { token } = await add(1)
  const seen = async () => (await kioskLinks(opened.management, all))[0]?.lastSeenAt?.getTime()
  expect(await seen()).toBeUndefined()
  await find(token)
  expect(await seen()).toBe(start)
  now = start + minute - 1
  await find(token)
  expect(await seen()).toBe(start)
  now = start + minute
  await find(token)
  expect(await seen()).toBe(start + minute)
})

test('revoked links leave the list after 30 days', async () => {
  const { id } = await add(1)
  await revokeKioskLink(opened.management, editor('admin'), all, id)
  expect(await kioskLinks(opened.management, all)).toHaveLength(1)
  now = start + 31 * 24 * 60 * minute
  expect(await kioskLinks(opened.management, all)).toEqual([])
})

test('a client has a bounded number of links, also when many are made at one time', async () => {
  await run(
    `insert into kiosk_link (token_hash, client_id, label, created_by, created_at)
     select sha256(n::text::bytea), 1, 'x', $1, now() from generate_series(2, $2) n`,
    [ids.get('admin'), kioskLinksPerClient],
  )
  const outcomes = await Promise.all([codeOf(add(1)), codeOf(add(1)), codeOf(add(1))])
  expect(outcomes.sort()).toEqual(['done', 'kioskLink.tooMany', 'kioskLink.tooMany'])
  expect(await codeOf(add(2))).toBe('done')
})
