import { openLetter } from '@packboard/management'
import {
  openTestManagement,
  runSql,
  type TestManagement,
  tables,
} from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { hookGaveUp, hookIsGone, hookStillFails } from './failingHooks.ts'

const hour = 3_600_000
const start = Date.UTC(2026, 3, 10, 8)
let now = start
let opened: TestManagement
const { log, lines } = capturedLog()
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now = start
  lines.length = 0
  await sql('delete from outbox')
  await sql('delete from hook')
})

const sql = <Row>(text: string) => runSql<Row>(opened.management, text)
const ways = () => ({
  ...{ management: opened.management, now: () => now },
  head: () => ({ providerName: 'Maker', publicUrl: 'https://packboard.example' }),
})

/** A webhook of a client that has failed since the start, with a message that waits for it. */
async function failing(clientId = 1, createdBy = 1, kind = 'hook') {
  const [hook] = await sql<{ id: number }>(
    `insert into hook (client_id, kind, name, enabled, events, url, created_by, failing_since)
     values (${clientId}, '${kind}', 'Board ${clientId}', true, '{}', 'https://board.example/', ${createdBy},
       '${new Date(start).toISOString()}') returning id`,
  )
  const id = hook?.id ?? 0
  await sql(`insert into outbox (key, kind, channel, client_id, hook_id, due_at, next_try_at, gives_up_at)
    values ('news ${id}', 'news', 'hook', ${clientId}, ${id}, now(), now(), now())`)
  return id
}
const isOff = async (id: number) =>
  (
    await sql<{ off_why: string; state: string }>(`select off_why, o.state from hook h
    join outbox o on o.hook_id = h.id where h.id = ${id} and h.off_since is not null`)
  )[0]
async function letters() {
  const rows = await tables(opened.management)
    .selectFrom('outbox')
    .selectAll()
    .where('kind', '=', 'letter')
    .execute()
  return rows.map((row) => openLetter(opened.management, row))
}

test('a webhook that fails is switched off after a day, with one letter to the person who added it', async () => {
  const [own, neighbour] = [await failing(), await failing(2)]
  now = start + 24 * hour - 1
  await hookStillFails(ways(), log, own)
  expect([await isOff(own), await letters(), lines]).toEqual([undefined, [], []])
  now += 1
  for (let times = 0; times < 2; times += 1) await hookStillFails(ways(), log, own)
  expect(await isOff(own)).toEqual({ off_why: 'failing', state: 'dropped' })
  expect(await isOff(neighbour)).toBeUndefined()
  const [letter, ...others] = await letters()
  const [admin] = await sql<{ email: string }>('select email from user_account where id = 1')
  expect(letter).toMatchObject({ to: admin?.email, subject: 'Maker: a webhook was switched off' })
  expect(letter?.text).toContain('“Board 1” that you added at Maker')
  expect(letter?.text).toContain('could not be reached for 24 hours')
  expect(others).toEqual([])
  expect(lines.filter((line) => line.includes('hook.off'))).toHaveLength(1)
})

test('a message that is given up shortly before the day is over switches it off, one of a young failure does not', async () => {
  const own = await failing()
  now = start + 23 * hour
  await hookGaveUp(ways(), log, own)
  expect(await isOff(own)).toBeUndefined()
  now = start + 24 * hour - 60_000
  await hookStillFails(ways(), log, own)
  expect(await isOff(own)).toBeUndefined()
  await hookGaveUp(ways(), log, own)
  expect(await isOff(own)).toMatchObject({ off_why: 'failing' })
  // It was reached since: what was given up is of another time.
  const works = await failing()
  await sql(`update hook set failing_since = null where id = ${works}`)
  await hookGaveUp(ways(), log, works)
  await hookGaveUp(ways(), log, 999_999)
  expect(await isOff(works)).toBeUndefined()
})

test('one that answers 410 is switched off at once; a person who is gone or has no address gets no letter', async () => {
  await hookIsGone(ways(), log, await failing())
  expect((await letters())[0]?.text).toContain('does not exist any more (410)')
  await sql('delete from outbox')
  const [person] = await sql<{ id: number }>(
    "select id from user_account where username = 'engineer'",
  )
  for (const set of ['email = null', 'deleted_at = now()']) {
    const id = await failing(1, person?.id)
    await sql(`update user_account set ${set} where id = ${person?.id}`)
    await hookIsGone(ways(), log, id)
    expect(await isOff(id)).toEqual({ off_why: 'gone', state: 'dropped' })
  }
  expect(await letters()).toEqual([])
})

test('the letter names what was switched off: a webhook or an MQTT broker', async () => {
  await hookIsGone(ways(), log, await failing(1, 1, 'mqtt'))
  const [letter] = await letters()
  expect(letter?.subject).toBe('Maker: an MQTT broker was switched off')
  expect(letter?.text).toContain('the MQTT broker “Board 1” that you added')
  expect(letter?.text).not.toContain('webhook')
})
