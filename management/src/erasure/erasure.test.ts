import { createHash, createHmac } from 'node:crypto'
import { AppError, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { addHookNews } from '../outbox/hookNews.ts'
import { inside } from '../store.ts'
import { eraseName, erasureList, erasuresDone, erasuresOfClient } from './erasedNames.ts'

let opened: TestManagement
const editor = { userId: 0, username: 'clientadmin' }
const name = 'Anna Berg'

beforeAll(async () => {
  opened = await openTestManagement()
  const [row] = await run<{ id: number }>(`select id from user_account where username = $1`, [
    editor.username,
  ])
  editor.userId = row?.id ?? 0
})
afterAll(() => opened?.close())

const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const erase = (clientId: number, who = name) =>
  eraseName(opened.management, editor, grantClientScope(clientId), who)
const ofClient = (clientId: number) =>
  erasuresOfClient(opened.management, grantClientScope(clientId))

test('a name is known again at its client alone, to the letter, and is nowhere in the database', async () => {
  expect((await erasureList(opened.management)).pseudonymOf(1, name)).toBeUndefined()
  const pseudonym = await erase(1)
  expect(pseudonym).toMatch(/^erased-[0-9a-f]{12}$/)
  const list = await erasureList(opened.management)
  expect(list.clientIds).toEqual([1])
  expect(list.pseudonymOf(1, name)).toBe(pseudonym)
  expect(list.pseudonymOf(2, name)).toBeUndefined()
  for (const other of ['anna berg', 'Anna Berg ', 'Anna', '']) {
    expect(list.pseudonymOf(1, other)).toBeUndefined()
  }
  const kept = await run('select * from erased_name, audit_log, erasure_key')
  expect(JSON.stringify(kept)).not.toContain('Anna')
  expect(JSON.stringify(kept)).not.toContain(Buffer.from(name).toString('hex'))
})

test('a stored hash is the HMAC-SHA-256 of the client and the name, as in every version', async () => {
  const [row] = await run<{ key: Buffer; name_hash: Buffer }>(
    'select key, name_hash from erasure_key, erased_name where client_id = 1',
  )
  if (row === undefined) throw new Error('no name')
  const hmac = createHmac('sha256', row.key).update(`1\n${name}`).digest('hex')
  expect(row.name_hash.toString('hex')).toBe(hmac)
  const { inner, outer, hashes } = (await erasureList(opened.management)).keyedHashes(1)
  expect(hashes).toEqual([hmac])
  const sha256 = (...parts: Buffer[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  expect(sha256(outer, sha256(inner, Buffer.from(name))).toString('hex')).toBe(hmac)
  expect((await erasureList(opened.management)).keyedHashes(3).hashes).toEqual([])
})

test('the same person at another client is another pseudonym', async () => {
  const [own, other] = [await erase(1), await erase(2)]
  expect(own).not.toBe(other)
  expect((await ofClient(2)).map(({ pseudonym }) => pseudonym)).toEqual([other])
})

test('news that waits for a webhook or was sent has the pseudonym, and that of another client its own', async () => {
  const [first] = await run<{ id: number }>(
    `insert into hook (client_id, kind, name, enabled, events, url, created_by)
     select n, 'hook', 'h', true, '{alert.opened}', 'https://h.example', 1 from generate_series(1, 2) n returning id`,
  )
  const { db } = inside(opened.management)
  for (const raisedBy of [`${name} · Line 1`, 'Anna Bergmann']) {
    for (const clientId of [1, 2]) {
      const body = { alert: { ruleName: name, raisedBy, acknowledgedBy: name } }
      await addHookNews(db, {
        ...{ clientId, event: 'alert.opened', key: `${clientId} ${raisedBy}`, about: 'x', body },
      })
    }
  }
  await run(`update outbox set state = 'sent' where hook_id = $1 and key like '%Line 1%'`, [
    first?.id,
  ])
  const pseudonym = await erase(1)
  const rows = await run<{ client_id: number; alert: object }>(
    `select client_id, content->'alert' as alert from outbox order by client_id, id`,
  )
  const ours = { ruleName: name, acknowledgedBy: pseudonym }
  const theirs = { ruleName: name, acknowledgedBy: name }
  expect(rows).toEqual([
    { client_id: 1, alert: { ...ours, raisedBy: `${pseudonym} · Line 1` } },
    { client_id: 1, alert: { ...ours, raisedBy: 'Anna Bergmann' } },
    { client_id: 2, alert: { ...theirs, raisedBy: `${name} · Line 1` } },
    { client_id: 2, alert: { ...theirs, raisedBy: 'Anna Bergmann' } },
  ])
})

test('an erasure is written down with its pseudonym, each time it is asked for', async () => {
  await run('delete from audit_log')
  const pseudonym = await erase(1)
  expect(
    await run('select actor_name, action, entity, client_id, before, after from audit_log'),
  ).toEqual([
    {
      actor_name: 'clientadmin',
      action: 'erase',
      entity: 'operatorName',
      client_id: 1,
      before: null,
      after: { pseudonym },
    },
  ])
})

test('it is open until it is done, and open again when it is asked for once more', async () => {
  const open = async () => (await erasureList(opened.management)).open.map((one) => one.clientId)
  expect(await open()).toEqual([1, 2])
  const { open: rows } = await erasureList(opened.management)
  const own = rows.filter(({ clientId }) => clientId === 1)
  await erasuresDone(
    opened.management,
    own.map(({ id }) => id),
  )
  expect(await open()).toEqual([2])
  expect((await ofClient(1))[0]?.doneAt).toBeInstanceOf(Date)
  await erase(1)
  expect(await open()).toEqual([1, 2])
  expect(await ofClient(1)).toHaveLength(1)
})

test('nothing is erased at a client that is deleted', async () => {
  await run('update client set deleted_at = now() where id = 2')
  const failed = await erase(2, 'Bo').catch((error: unknown) => error)
  expect(failed instanceof AppError && failed.code).toBe('client.notFound')
  expect((await ofClient(2)).length).toBe(1)
})
