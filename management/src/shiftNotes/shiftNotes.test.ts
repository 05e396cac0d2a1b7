import { AppError, grantClientScope, grantPanelScope, shiftPageLimits } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { eraseName } from '../erasure/erasedNames.ts'
import { addKioskLink } from '../kioskLinks/changeKioskLinks.ts'
import type { KioskPerson } from '../kioskLinks/findKiosk.ts'
import { addShiftNote, forgetOldShifts, shiftRecords, signShift } from './shiftNotes.ts'

const now = Date.UTC(2026, 10, 21, 14)
const start = new Date(Date.UTC(2026, 10, 21, 6))
const at = new Date(now - 60_000)
const own = grantClientScope(1)
const neighbour = grantClientScope(2)

let opened: TestManagement
let ids: ReadonlyMap<string, number>
let machines: readonly { id: number; client_id: number }[]
let tablets: readonly KioskPerson[]
const run = <Row>(text: string, values?: unknown[]) => runSql<Row>(opened.management, text, values)
const person = (username: string) => ({ userId: ids.get(username) ?? 0, username })

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
  machines = await run('select id, client_id from machine where client_id in (1, 2) order by id')
  for (const label of ['Line 1', 'Line 2']) {
    await addKioskLink(opened.management, person('admin'), grantPanelScope({ reach: 'all' }), {
      ...{
        clientId: 1,
        kind: 'operator',
        label,
        machines: ['FW-101'],
        pin: undefined,
        expiresAt: null,
      },
      names: ['J. Okafor', 'P. Nowak'],
    })
  }
  tablets = await run<KioskPerson>(
    `select n.id as "nameId", n.name, k.label as place from kiosk_link_name n
     join kiosk_link k on k.id = n.link_id order by k.id, n.name`,
  )
})
afterAll(() => opened?.close())
beforeEach(async () => {
  for (const table of ['shift_note', 'shift_signature', 'shift_page', 'audit_log']) {
    await run(`delete from ${table}`)
  }
})

const tablet = (name: string, place: string) => {
  const found = tablets.find((one) => one.name === name && one.place === place)
  if (!found) throw new Error('no such name')
  return found
}
type Setter = Parameters<typeof signShift>[1]
const note = (setter: Setter, text: string, machineId: number | null = null, scope = own) =>
  addShiftNote(opened.management, setter, scope, { start, text, machineId })
const sign = (setter: Setter, side: 'over' | 'takeover', page: string | null = null, scope = own) =>
  signShift(opened.management, setter, scope, { start, side, at, page })
const records = (scope = own) => shiftRecords(opened.management, scope, start)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    (answer) => answer,
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  )

describe('notes', () => {
  test('stand in their order with who wrote them, and in the audit log', async () => {
    const machineId = machines.find((one) => one.client_id === 1)?.id ?? 0
    await note(person('user'), 'Cartridge 2 is old.\nWatch it.', machineId)
    await note(tablet('P. Nowak', 'Line 2'), 'Spare ordered.')
    expect((await records()).notes).toEqual([
      {
        ...{ id: expect.any(Number), text: 'Cartridge 2 is old.\nWatch it.', machineId },
        ...{ by: 'user', at: new Date(now) },
      },
      {
        ...{ id: expect.any(Number), text: 'Spare ordered.', machineId: null },
        ...{ by: 'P. Nowak · Line 2', at: new Date(now) },
      },
    ])
    const entries = await run(
      `select actor_name, action, entity, client_id, after from audit_log order by id`,
    )
    expect(entries).toMatchObject([
      { actor_name: 'user', action: 'create', entity: 'shiftNote', client_id: 1 },
      // Of a tablet its place: a name would outlive its erasure.
      { actor_name: 'Line 2', after: { note: 'Spare ordered.', shift: start.toISOString() } },
    ])
  })

  test('are at most a hundred of a shift, and another shift has its own', async () => {
    await run(
      `insert into shift_note (client_id, shift_start, note, set_at)
       select 1, $1, 'Again', now() from generate_series(1, ${shiftPageLimits.notes - 1})`,
      [start],
    )
    // One of a neighbour counts for the neighbour.
    await note(person('admin'), 'Theirs', null, neighbour)
    await note(person('user'), 'The last one')
    expect(await codeOf(note(person('user'), 'One more'))).toBe('shift.tooManyNotes')
    const other = { start: new Date(now), text: 'Of the next shift', machineId: null }
    await addShiftNote(opened.management, person('user'), own, other)
  })

  test('of a neighbour are not found, nor its machines', async () => {
    await note(person('user'), 'Ours')
    const theirs = machines.find((one) => one.client_id === 2)?.id ?? 0
    await note(person('admin'), 'Theirs', theirs, neighbour)
    expect((await records()).notes.map(({ text }) => text)).toEqual(['Ours'])
    expect((await records(neighbour)).notes.map(({ text }) => text)).toEqual(['Theirs'])
    expect(await codeOf(note(person('user'), 'Not ours', theirs))).toContain('foreign key')
  })
})

describe('a hand-over', () => {
  test('has two names of two persons, and its page from the second on', async () => {
    expect(await sign(tablet('J. Okafor', 'Line 1'), 'over')).toBe('signed')
    expect((await records()).page).toBeNull()
    // The second needs the page, and nothing is stored without it.
    expect(await sign(person('user'), 'takeover')).toBe('pageNeeded')
    expect((await records()).signatures).toHaveLength(1)
    expect(await sign(person('user'), 'takeover', '{"made":1}')).toBe('fixed')
    const { signatures, page } = await records()
    expect(page).toBe('{"made":1}')
    const times = { at, receivedAt: new Date(now) }
    expect(new Set(signatures)).toEqual(
      new Set([
        { side: 'over', by: 'J. Okafor · Line 1', ...times },
        { side: 'takeover', by: 'user', ...times },
      ]),
    )
    const entries = await run(`select actor_name, entity, after from audit_log order by id`)
    expect(entries).toMatchObject([
      { actor_name: 'Line 1', entity: 'shiftSignature', after: { side: 'over' } },
      { actor_name: 'user', entity: 'shiftSignature', after: { side: 'takeover' } },
    ])
  })

  test('is signed once on each side', async () => {
    await sign(person('user'), 'over')
    expect(await codeOf(sign(person('engineer'), 'over'))).toBe('shift.signed')
    expect(await codeOf(sign(person('user'), 'over'))).toBe('shift.signed')
  })

  test('is not signed twice by one person: the same account, or the same name on another tablet', async () => {
    await sign(person('user'), 'over')
    expect(await codeOf(sign(person('user'), 'takeover', '{}'))).toBe('shift.sameSigner')
    await run('delete from shift_signature')
    await sign(tablet('J. Okafor', 'Line 1'), 'takeover')
    expect(await codeOf(sign(tablet('J. Okafor', 'Line 2'), 'over', '{}'))).toBe('shift.sameSigner')
    expect(await sign(tablet('P. Nowak', 'Line 1'), 'over', '{}')).toBe('fixed')
  })

  test('of many at once is signed once on each side, by two', async () => {
    const setters = ['user', 'engineer', 'clientadmin'].map(person)
    const done = await Promise.all(
      setters.flatMap((setter) => [
        codeOf(sign(setter, 'over', '{}')),
        codeOf(sign(setter, 'takeover', '{}')),
      ]),
    )
    expect(done.filter((one) => one === 'signed' || one === 'fixed').toSorted()).toEqual([
      'fixed',
      'signed',
    ])
    const { signatures } = await records()
    expect(new Set(signatures.map(({ by }) => by)).size).toBe(2)
  })

  test('of a neighbour is another one', async () => {
    await sign(person('admin'), 'over', null, neighbour)
    await sign(person('engineer'), 'takeover', '{"theirs":1}', neighbour)
    expect(await records()).toMatchObject({ signatures: [], page: null })
    expect(await sign(person('user'), 'takeover')).toBe('signed')
  })
})

test('what was written is never changed; who wrote it may become nobody', async () => {
  await note(person('user'), 'Kept')
  await sign(person('user'), 'over')
  await sign(person('engineer'), 'takeover', '{}')
  for (const change of [
    `update shift_note set note = 'x'`,
    `update shift_signature set signed_at = now()`,
    `update shift_page set content = 'x'`,
  ]) {
    await expect(run(change)).rejects.toMatchObject({ code: 'PB003' })
  }
  await run('update shift_note set set_by = null')
  await run('update shift_signature set set_by = null')
  const { notes, signatures } = await records()
  expect([...notes, ...signatures].map(({ by }) => by)).toEqual([null, null, null])
})

test('a name that is erased is replaced in notes and signatures, and stays in no row', async () => {
  await note(tablet('P. Nowak', 'Line 1'), 'Kept')
  await sign(tablet('P. Nowak', 'Line 1'), 'over')
  const pseudonym = await eraseName(opened.management, person('admin'), own, 'P. Nowak')
  const { notes, signatures } = await records()
  expect([...notes, ...signatures].map(({ by }) => by)).toEqual([
    `${pseudonym} · Line 1`,
    `${pseudonym} · Line 1`,
  ])
  const rows = await run('select * from shift_note, shift_signature, audit_log')
  expect(JSON.stringify(rows)).not.toContain('Nowak')
})

test('what is older than entries of the audit log is deleted, each client by its own number', async () => {
  for (const clientId of [1, 2]) {
    for (const days of [10, 40, 90]) {
      const values = [clientId, new Date(now - days * 86_400_000)]
      await run(
        `insert into shift_note (client_id, shift_start, note, set_at) values ($1, $2, 'x', now())`,
        values,
      )
      await run(
        `insert into shift_signature (client_id, shift_start, side, signed_at, received_at)
         values ($1, $2, 'over', now(), now())`,
        values,
      )
      await run(
        `insert into shift_page (client_id, shift_start, fixed_at, content) values ($1, $2, now(), '{}')`,
        values,
      )
    }
  }
  await forgetOldShifts(opened.management, { days: 30, ofClient: new Map([[2, 60]]) })
  for (const table of ['shift_note', 'shift_signature', 'shift_page']) {
    const left = await run<{ client: number; days: number }>(
      `select client_id as client,
         round(extract(epoch from $1::timestamptz - shift_start) / 86400)::integer as days
       from ${table} order by 1, 2`,
      [new Date(now)],
    )
    expect([table, left.map(({ client, days }) => `${client} ${days}`)]).toEqual([
      table,
      ['1 10', '2 10', '2 40'],
    ])
  }
})
