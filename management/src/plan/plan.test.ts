import { grantClientScope, type Plan, type PlanException, type PlanWeek } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { setPlan } from './setPlan.ts'
import { planOfClient } from './storedPlan.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const own = grantClientScope(4)
const neighbour = grantClientScope(3)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const read = (scope = own) => planOfClient(opened.management, scope)
const set = (plan: Plan, version?: number, scope = own) =>
  setPlan(opened.management, editor, scope, { ...plan, version })
const written = () =>
  run<{ before: unknown; after: unknown }>(
    `select action, actor_name, entity_id, client_id, before, after from audit_log
     where entity = 'plan' and client_id = 4 order by id`,
  )

const monday = { weekday: 1, from: '06:00', to: '18:00', kind: 'production' } as const
const pause = { weekday: 1, from: '10:00', to: '10:25', kind: 'break' } as const
const allLines: PlanWeek = { line: null, validFrom: '2027-01-04', entries: [monday, pause] }
const lineTwo: PlanWeek = { line: 'Line 2', validFrom: '2027-02-01', entries: [monday] }
const goodFriday: PlanException = {
  line: null,
  startDate: '2027-03-26',
  startTime: '00:00',
  endDate: '2027-03-27',
  endTime: '00:00',
  kind: 'closed',
  note: 'Good Friday',
}
const trial: PlanException = {
  line: 'Line 2',
  startDate: '2027-04-14',
  startTime: '08:00',
  endDate: '2027-04-14',
  endTime: '12:00',
  kind: 'closed',
  note: 'Trial of new film',
}
const whole: Plan = { weeks: [allLines, lineTwo], exceptions: [goodFriday, trial] }
const bare = {
  zone: 'Europe/Rome',
  lines: ['Line 1', 'Line 2'],
  weeks: [],
  exceptions: [],
  unitModes: [],
}

beforeEach(async () => {
  await run('delete from plan where client_id in (3, 4)')
  // A neighbour with lines of the same names and a plan of its own.
  await set(
    { weeks: [{ ...lineTwo, validFrom: '2026-01-01' }], exceptions: [trial] },
    undefined,
    neighbour,
  )
})

describe('the plan of a client', () => {
  test('is empty until it is set, and is its own alone', async () => {
    expect(await read()).toEqual({ ...bare, version: 0 })
    const others = await read(neighbour)
    expect(await set(whole, 0)).toBe(1)
    expect(await read()).toEqual({
      ...bare,
      weeks: [allLines, lineTwo].map((week) => ({ ...week, setBy: 'admin' })),
      exceptions: [goodFriday, trial].map((exception) => ({ ...exception, setBy: 'admin' })),
      version: 1,
    })
    expect(await read(neighbour)).toEqual(others)
    expect(await read(grantClientScope(77))).toBeUndefined()
    // Line 2 of each client is that client's.
    const [{ foreign } = { foreign: -1 }] = await run<{ foreign: number }>(
      `select count(*)::int as foreign from plan_week w join line l on l.id = w.line_id
       where l.client_id <> w.client_id`,
    )
    expect(foreign).toBe(0)
  })

  test('is stored in its order and in the spelling of the lines', async () => {
    await set({
      weeks: [
        { ...lineTwo, line: 'LINE 2' },
        { ...allLines, entries: [pause, monday] },
      ],
      exceptions: [trial, { ...goodFriday, note: ' Good Friday ' }],
    })
    const { weeks, exceptions } = (await read())!
    expect(weeks.map(({ setBy: _, ...week }) => week)).toEqual(whole.weeks)
    expect(exceptions.map(({ setBy: _, ...exception }) => exception)).toEqual(whole.exceptions)
  })

  test('may end: from a day on a line has the week of all lines again', async () => {
    const ended: PlanWeek = { line: 'Line 2', validFrom: '2027-06-01', entries: null }
    await set({ weeks: [allLines, lineTwo, ended], exceptions: [] })
    expect((await read())?.weeks.at(-1)).toEqual({ ...ended, setBy: 'admin' })
  })

  test('is changed as one, and the audit log has what went and what came', async () => {
    await set(whole, 0)
    const known = (await written()).length
    const engineer = { userId: 2, username: 'second' }
    const later = { ...lineTwo, entries: [] }
    const version = await setPlan(opened.management, engineer, own, {
      weeks: [allLines, later],
      exceptions: [trial],
      version: 1,
    })
    expect(version).toBe(2)
    expect((await written()).slice(known)).toEqual([
      {
        action: 'update',
        actor_name: 'second',
        entity_id: 4,
        client_id: 4,
        before: { weeks: [lineTwo], exceptions: [goodFriday] },
        after: { weeks: [later], exceptions: [] },
      },
    ])
    const people = await run<{ username: string }>('select username from user_account where id = 2')
    const { weeks, exceptions } = (await read())!
    // Who set a row stays as long as the row does.
    expect(weeks.map(({ setBy }) => setBy)).toEqual(['admin', people[0]?.username])
    expect(exceptions.map(({ setBy }) => setBy)).toEqual(['admin'])
  })

  test('saving what is there already is no change', async () => {
    await set(whole, 0)
    const known = (await written()).length
    expect(await set({ weeks: [lineTwo, allLines], exceptions: [trial, goodFriday] }, 1)).toBe(1)
    expect(await written()).toHaveLength(known)
  })

  test('nothing at all takes it away, and the number rises', async () => {
    await set(whole, 0)
    expect(await set({ weeks: [], exceptions: [] }, 1)).toBe(2)
    expect(await read()).toEqual({ ...bare, version: 2 })
    expect((await read(neighbour))?.weeks).toHaveLength(1)
  })
})

describe('of two people who edit one plan', () => {
  test('the second one is refused, also when both saw none', async () => {
    const both = await Promise.allSettled([
      set({ weeks: [allLines], exceptions: [] }, 0),
      set({ weeks: [lineTwo], exceptions: [] }, 0),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'edit.conflict', status: 409 },
    })
    expect((await read())?.weeks).toHaveLength(1)
  })
})

describe('a plan that means nothing is refused in words and stores nothing', () => {
  test('an overlap is a conflict that names the other entry', async () => {
    const late = { weekday: 1, from: '17:00', to: '22:00', kind: 'production' } as const
    const message =
      'Line 2: Monday 17:00–22:00 (production) overlaps Monday 06:00–18:00 (production).'
    await expect(
      set({ weeks: [allLines, { ...lineTwo, entries: [monday, late] }], exceptions: [] }),
    ).rejects.toMatchObject({
      code: 'plan.overlap',
      status: 409,
      message,
      fields: [
        { field: 'weeks.1.entries.1', message },
        { field: 'weeks.1.entries.0', message },
      ],
    })
    expect(await read()).toEqual({ ...bare, version: 0 })
  })

  test('one line in two spellings is one line', async () => {
    const again = { ...trial, line: 'line 2', note: 'Again' }
    await expect(set({ weeks: [], exceptions: [trial, again] })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('(closed, Trial of new film)'),
    })
    await expect(
      set({ weeks: [lineTwo, { ...lineTwo, line: 'line 2' }], exceptions: [] }),
    ).rejects.toMatchObject({ status: 409, message: 'Line 2: two weeks begin on 2027-02-01.' })
  })

  test('a line that the client does not have, also when another client has it', async () => {
    for (const line of ['Line 3', 'Nowhere']) {
      const message = `There is no line named ${line}.`
      await expect(
        set({ weeks: [allLines, { ...lineTwo, line }], exceptions: [] }),
      ).rejects.toMatchObject({
        code: 'request.invalid',
        message,
        fields: [{ field: 'weeks.1.line', message }],
      })
    }
  })

  test('a day that no calendar has', async () => {
    await expect(
      set({ weeks: [{ ...allLines, validFrom: '2027-02-30' }], exceptions: [] }),
    ).rejects.toMatchObject({ code: 'request.invalid', status: 400 })
    expect((await read())?.version).toBe(0)
  })
})

test('as many exceptions as a plan takes are one change', async () => {
  const day = (index: number) => new Date(Date.UTC(2027, 0, 1 + index)).toISOString().slice(0, 10)
  const exceptions = Array.from({ length: 1_000 }, (_, index) => ({
    ...goodFriday,
    startDate: day(index),
    endDate: day(index + 1),
  }))
  expect(await set({ weeks: [], exceptions })).toBe(1)
  expect((await read())?.exceptions).toHaveLength(1_000)
})

test('nobody sets the plan of a client that is gone', async () => {
  await run('update client set deleted_at = now() where id = 4')
  await expect(set(whole)).rejects.toMatchObject({ code: 'client.notFound' })
  expect(await read()).toBeUndefined()
  await run('update client set deleted_at = null where id = 4')
})
