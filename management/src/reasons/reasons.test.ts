import { randomUUID } from 'node:crypto'
import {
  findReasonFault,
  grantClientScope,
  type Reason,
  reasonTemplateKeys,
} from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { addLabel } from '../stopLabels/addLabel.ts'
import { reasonTemplate, reasonTemplateOf } from './reasonTemplates.ts'
import { setReasons } from './setReasons.ts'
import { plainReasons, reasonsOfClient } from './storedReasons.ts'

const now = Date.UTC(2026, 10, 21, 12)
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
afterAll(() => opened?.close())

const own = grantClientScope(4)
const neighbour = grantClientScope(3)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const read = async (scope = own) => {
  const { reasons, version } = (await reasonsOfClient(opened.management, scope))!
  return { version, reasons: reasons.map(({ used: _, used30Days: __, ...reason }) => reason) }
}
const set = (reasons: readonly Reason[], version?: number, scope = own) =>
  setReasons(opened.management, editor, scope, { reasons, version })

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const reason = (digit: number, more: Partial<Reason> = {}): Reason => ({
  ...{ id: uuid(digit), parent: null, name: { en: `Reason ${digit}`, de: 'Grund' } },
  ...{ icon: 'film', planned: true, cause: 'operator', rank: digit, overrunSeconds: 600 },
  ...{ alarms: [{ kind: 'group', value: 'Film' }], states: [20], retired: false },
  ...more,
})
const none = { alarms: [], states: [] }
const film = reason(1)
const change = reason(2, { ...none, parent: uuid(1), overrunSeconds: null })

beforeEach(async () => {
  await run('delete from stop_label')
  await run('delete from reason_book')
  // A neighbour with a reason of the same id.
  await set([reason(1, { name: { en: 'Theirs' } })], undefined, neighbour)
})

describe('the reasons of a client', () => {
  test('are none until they are set, and are its own alone', async () => {
    expect(await read()).toEqual({ version: 0, reasons: [] })
    const theirs = await read(neighbour)
    expect(await set([change, film], 0)).toBe(1)
    expect(await read()).toEqual({ version: 1, reasons: [film, change] })
    expect(await plainReasons(opened.management, own)).toEqual([film, change])
    expect(await read(neighbour)).toEqual(theirs)
    expect(await reasonsOfClient(opened.management, grantClientScope(77))).toBeUndefined()
  })

  test('are changed as one, and the audit log has what went and what came', async () => {
    await set([film, change], 0)
    const later = { ...change, name: { en: 'Film change' } }
    expect(await set([film, later], 1)).toBe(2)
    const [entry] = await run(
      `select action, actor_name, entity_id, client_id, before, after from audit_log
       where entity = 'reasons' order by id desc limit 1`,
    )
    expect(entry).toEqual({
      ...{ action: 'update', actor_name: 'admin', entity_id: 4, client_id: 4 },
      before: [change],
      after: [later],
    })
    // Saving what is there already is no change.
    expect(await set([later, film], 2)).toBe(2)
  })

  test('the second of two people who edit them is refused', async () => {
    const both = await Promise.allSettled([set([film], 0), set([reason(3)], 0)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'edit.conflict', status: 409 },
    })
    expect((await read()).reasons).toHaveLength(1)
  })

  test('that are no tree are refused with their place, and nothing is stored', async () => {
    await expect(set([change])).rejects.toMatchObject({
      code: 'request.invalid',
      fields: [{ field: 'reasons.0.parent' }],
    })
    expect((await read()).version).toBe(0)
  })

  test('one that was ever used is retired, not deleted; one that was not is deleted', async () => {
    await set([film, change, reason(3, none)], 0)
    const [machine] = await run<{ id: number }>(
      'select min(id) as id from machine where client_id = 4',
    )
    const to = now - 3_600_000
    const add = (id: string | null, replaces: number[]) =>
      addLabel(
        opened.management,
        editor,
        own,
        {
          ...{ machineId: machine!.id, key: randomUUID(), from: to - 60_000, to },
          ...{ untilRun: false, reason: id, note: '', replaces },
        },
        { from: to - 60_000, to, alarmGroup: '', alarm: '' },
      )
    const { id } = await add(change.id, [])
    const uses = async () =>
      (await reasonsOfClient(opened.management, own))!.reasons.map((one) => [
        one.used,
        one.used30Days,
      ])
    expect(await uses()).toEqual([
      [false, 0],
      [true, 1],
      [false, 0],
    ])
    await add(null, [id])
    expect((await uses())[1]).toEqual([true, 0])
    await expect(set([film, reason(3, none)])).rejects.toMatchObject({
      code: 'row.inUse',
      status: 409,
      message: 'Stops have the reason Reason 2. It can be retired, but not deleted.',
    })
    const retired = { ...change, retired: true }
    await set([film, retired])
    expect((await read()).reasons).toEqual([film, retired])
    // The same id of the neighbour is another reason.
    await set([], undefined, neighbour)
    expect((await read(neighbour)).reasons).toEqual([])
  })
})

describe('lists to begin with', () => {
  test.each(reasonTemplateKeys)('%s can be set as it is', async (key) => {
    const list = reasonTemplate(key, randomUUID)
    expect(findReasonFault(list)).toBeNull()
    expect(list.length).toBeGreaterThanOrEqual(18)
    expect(list.every(({ name }) => Object.values(name).filter(Boolean).length === 5)).toBe(true)
    expect(await set(list)).toBe(1)
    expect((await read()).reasons).toEqual(list)
  })

  test.each([
    ['Flow Wrapper FW-3', 'flowWrapper'],
    ['HFW-400', 'flowWrapper'],
    ['VFFS V-240', 'verticalBagger'],
    ['Cartoner C', 'cartoner'],
    ['Unknown', 'general'],
  ])('%s has the list %s', (type, key) => {
    expect(reasonTemplateOf(type)).toBe(key)
  })
})
