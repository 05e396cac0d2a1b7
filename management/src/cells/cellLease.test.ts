// @slow

import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { addClient } from '../clients/changeClients.ts'
import { inside } from '../store.ts'
import { type CellLease, takeCell } from './cellLease.ts'
import { cellOfClient, cells, ensureCells } from './cells.ts'

let opened: TestManagement
const held = new Set<CellLease>()

beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())
afterEach(async () => {
  for (const lease of held) await lease.release()
  held.clear()
})

async function take(): Promise<CellLease> {
  const lease = await takeCell(opened.management)
  held.add(lease)
  return lease
}

/** The connection that holds the lock of a cell. */
async function holder(): Promise<number | undefined> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
  `.execute(inside(opened.management).db)
  return rows[0]?.pid
}

test('one process at a time holds a cell, and the next one has it as soon as it is given back', async () => {
  const first = await take()
  expect([first.id, first.isHeld()]).toEqual([0, true])
  const waiting = take()
  const early = await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 1_500))])
  expect(early).toBeUndefined()
  await first.release()
  expect(first.isHeld()).toBe(false)
  expect((await waiting).isHeld()).toBe(true)
})

test('says where its holder answers and what it reports, until it is given back', async () => {
  const lease = await take()
  lease.report(() => ({ ok: true }))
  lease.announce('http://127.0.0.1:4711')
  await expect
    .poll(async () => (await cells(opened.management))[0])
    .toMatchObject({ id: 0, url: 'http://127.0.0.1:4711', report: { ok: true }, isFresh: true })
  await lease.release()
  expect((await cells(opened.management))[0]?.url).toBeNull()
})

test('a holder that the database has lost writes nothing any more', async () => {
  const lease = await take()
  await sql`select pg_terminate_backend(${await holder()})`.execute(inside(opened.management).db)
  await lease.lost
  expect(lease.isHeld()).toBe(false)
  expect((await take()).isHeld()).toBe(true)
})

test('no other process takes the cell while its holder does not know yet that its connection has ended', async () => {
  const first = await take()
  const { db } = inside(opened.management)
  const renewed = async () =>
    (await db.selectFrom('cell').select('renewed_at').where('id', '=', 0).execute())[0]?.renewed_at
  const before = await renewed()
  await expect.poll(renewed, { interval: 10 }).not.toEqual(before)
  // It renews once a second: the other one, who looks twice a second, comes first.
  await sql`select pg_terminate_backend(${await holder()})`.execute(db)
  await take()
  expect(first.isHeld()).toBe(false)
})

test('a holder that cannot renew gives up before another one takes the cell', async () => {
  const first = await take()
  const pid = await holder()
  const { db } = inside(opened.management)
  const order: string[] = []
  void first.lost.then(() => order.push('lost'))
  const waiting = take().then((lease) => {
    order.push('taken')
    return lease
  })
  // Its renewals wait for this transaction, as those of a process wait that hangs.
  let free = () => {}
  const blocked = new Promise<void>((resolve) => {
    free = resolve
  })
  const blocking = db.transaction().execute(async (transaction) => {
    await sql`select from cell where id = 0 for update`.execute(transaction)
    await blocked
  })
  await first.lost
  expect(first.isHeld()).toBe(false)
  free()
  await blocking
  expect((await waiting).isHeld()).toBe(true)
  expect(order).toEqual(['lost', 'taken'])
  expect(await holder()).not.toBe(pid)
})

test('a process that was stopped for a while knows at once that it may hold nothing any more', async () => {
  const lease = await take()
  // Nothing of this process runs meanwhile, as after SIGSTOP; the database has not ended its connection yet.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_200)
  expect(lease.isHeld()).toBe(false)
})

test('new clients go to the cell with the fewest, and those that there are stay', async () => {
  const { management } = opened
  await ensureCells(management, 3, 2)
  expect((await cells(management)).map(({ id }) => id)).toEqual([0, 1, 2])
  expect(await cellOfClient(management, 1)).toBe(0)
  const editor = { userId: 1, username: 'admin' }
  const added = await Promise.all(
    ['Nordbakk AS', 'Sundby AS'].map((name) =>
      addClient(management, editor, { name, subscriptionId: 1 }),
    ),
  )
  const given = await Promise.all(added.map((id) => cellOfClient(management, id)))
  expect(given.every((cell) => cell === 1 || cell === 2)).toBe(true)
})
