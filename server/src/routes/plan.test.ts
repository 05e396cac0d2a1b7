import { clientPlan, importPlan, setPlan } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { absentClient, addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  tokens = await server.people()
})
afterAll(() => server?.close())
beforeEach(async () => {
  await tables(server.deps.management).deleteFrom('plan').execute()
})

const at = (path: string, clientId: number) => path.replace(':clientId', String(clientId))
const read = async (name: string, clientId: number) => {
  const answer = await server.ask(at(clientPlan.path, clientId), { token: tokens.get(name) })
  return answer.status === 200 ? clientPlan.answer.parse(await answer.json()) : answer.status
}
const send = (name: string, clientId: number, body: object) =>
  server.ask(at(setPlan.path, clientId), { method: 'PUT', token: tokens.get(name), body })
const file = async (name: string, csv: string, dryRun = false, clientId = 1) => {
  const answer = await server.ask(at(importPlan.path, clientId), {
    token: tokens.get(name),
    body: { csv, dryRun },
  })
  return answer.status === 200 ? importPlan.answer.parse(await answer.json()) : answer.status
}

const day = { weekday: 1, from: '06:00', to: '18:00', kind: 'production' }
const pause = { weekday: 1, from: '10:00', to: '10:25', kind: 'break' }
const week = { line: null, validFrom: '2027-01-04', entries: [day, pause] }
const lineWeek = { line: 'Line 2', validFrom: '2027-01-04', entries: [day] }
const friday = {
  line: null,
  startDate: '2027-03-26',
  startTime: '00:00',
  endDate: '2027-03-27',
  endTime: '00:00',
  kind: 'closed',
  note: 'Good Friday',
}
const whole = { weeks: [week, lineWeek], exceptions: [friday] }
const setBy = (name: string) => (row: object) => ({ ...row, setBy: name })
const bare = {
  timezone: 'Europe/London',
  lines: ['Line 1', 'Line 2', 'Line 3', 'Line 4'],
  weeks: [],
  exceptions: [],
  unitModes: [],
  version: 0,
}

describe('who reads and sets a plan', () => {
  test('everybody of the client reads it, nobody else', async () => {
    expect((await send('clientadmin', 1, whole)).status).toBe(200)
    for (const name of ['admin', 'distributor', 'clientadmin', 'engineer', 'user']) {
      expect(await read(name, 1)).toEqual({
        ...bare,
        weeks: whole.weeks.map(setBy('clientadmin')),
        exceptions: whole.exceptions.map(setBy('clientadmin')),
        version: 1,
      })
    }
    for (const name of ['distributor2', 'neighbour']) {
      expect([name, await read(name, 1)]).toEqual([name, 404])
    }
    expect(await read('neighbour', 2)).toMatchObject({ timezone: 'Europe/Oslo', weeks: [] })
  })

  test.each([
    ['admin', 200, 200, 404],
    ['distributor', 200, 404, 404],
    ['distributor2', 404, 200, 404],
    ['clientadmin', 200, 404, 404],
    ['engineer', 403, 403, 403],
    ['user', 403, 403, 403],
    ['neighbour', 403, 403, 403],
  ])(
    '%s sets the plan of client 1: %d, of client 2: %d, of nobody: %d',
    async (name, ...expected) => {
      const statuses = []
      const imported = []
      for (const clientId of [1, 2, absentClient]) {
        const before = await read('admin', clientId)
        const answer = await send(name, clientId, whole)
        statuses.push(answer.status)
        // A caller without the right changes nothing.
        if (answer.status !== 200) expect(await read('admin', clientId)).toEqual(before)
        const line = 'StartDate,Kind\n2027-12-25,closed\n'
        const given = await file(name, line, false, clientId)
        imported.push(typeof given === 'number' ? given : 200)
        if (answer.status !== 200) expect(await read('admin', clientId)).toEqual(before)
      }
      expect(statuses).toEqual(expected)
      expect(imported).toEqual(expected)
    },
  )
})

describe('a change', () => {
  test('that came second is refused, and the first one’s plan stays', async () => {
    const first = await send('clientadmin', 1, { ...whole, version: 0 })
    expect(await first.json()).toEqual({ message: 'Success!', version: 1 })
    const second = await send('distributor', 1, { weeks: [], exceptions: [], version: 0 })
    expect(second.status).toBe(409)
    expect(await second.json()).toMatchObject({ code: 'edit.conflict' })
    expect(await read('user', 1)).toMatchObject({
      version: 1,
      exceptions: [{ note: 'Good Friday' }],
    })
  })

  test('is in the administrative audit log', async () => {
    await send('clientadmin', 1, whole)
    const entry = await tables(server.deps.management)
      .selectFrom('audit_log')
      .select(['actor_name', 'action', 'client_id', 'before', 'after'])
      .where('entity', '=', 'plan')
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(entry).toEqual({
      actor_name: 'clientadmin',
      action: 'update',
      client_id: 1,
      before: { weeks: [], exceptions: [] },
      after: whole,
    })
  })

  test('with an overlap is a conflict that names the other entry', async () => {
    const late = { weekday: 1, from: '17:30', to: '22:00', kind: 'production' }
    const answer = await send('admin', 1, {
      weeks: [{ ...lineWeek, entries: [day, late] }],
      exceptions: [],
    })
    const message =
      'Line 2: Monday 17:30–22:00 (production) overlaps Monday 06:00–18:00 (production).'
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({
      code: 'plan.overlap',
      message,
      errors: [
        { field: 'weeks.0.entries.1', message },
        { field: 'weeks.0.entries.0', message },
      ],
    })
    expect(await read('admin', 1)).toEqual(bare)
  })

  test.each([
    ['no time of day', { weeks: [{ ...week, entries: [{ ...day, to: '24:00' }] }] }],
    ['no day of the week', { weeks: [{ ...week, entries: [{ ...day, weekday: 8 }] }] }],
    ['no kind of time', { weeks: [{ ...week, entries: [{ ...day, kind: 'lunch' }] }] }],
    ['no day of the calendar', { weeks: [{ ...week, validFrom: '2027-02-30' }] }],
    ['a year of long ago', { weeks: [{ ...week, validFrom: '0001-01-01' }] }],
    ['a line of another client', { weeks: [{ ...week, line: 'Packing hall' }] }],
    ['an end before the start', { exceptions: [{ ...friday, endDate: '2027-03-25' }] }],
    ['a note that is too long', { exceptions: [{ ...friday, note: 'x'.repeat(121) }] }],
    ['a note that nobody can see', { exceptions: [{ ...friday, note: 'a\u0000b' }] }],
    ['too many weeks', { weeks: Array.from({ length: 201 }, () => week) }],
  ])('with %s is refused with 400', async (_what, part) => {
    const answer = await send('admin', 1, { weeks: [], exceptions: [], ...part })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'request.invalid' })
    expect(await read('admin', 1)).toEqual(bare)
  })
})

describe('a file', () => {
  const csv = [
    'Line,ValidFrom,Weekday,StartDate,From,EndDate,To,Kind,Note',
    ',2027-01-04,1,,06:00,,18:00,production,',
    ',2027-01-04,Monday,,10:00,,10:25,break,',
    'line 2,2027-01-04,1,,6:00,,18:00,Production,',
    ',,,2027-03-26,,,,closed,Good Friday',
    '',
  ].join('\n')

  test('is tried without storing anything, then stored', async () => {
    const done = { added: 3, changed: 0, unchanged: 0, refused: [] }
    expect(await file('clientadmin', csv, true)).toEqual(done)
    expect(await read('admin', 1)).toEqual(bare)
    expect(await file('clientadmin', csv)).toEqual(done)
    expect(await read('admin', 1)).toMatchObject({ ...whole, version: 1 })
    expect(await file('clientadmin', csv)).toEqual({ ...done, added: 0, unchanged: 3 })
    expect(await read('admin', 1)).toMatchObject({ version: 1 })
    expect(await read('admin', 2)).toMatchObject({ weeks: [], exceptions: [], version: 0 })
  })

  test('replaces the weeks that it names and leaves the others alone', async () => {
    await send('admin', 1, whole)
    const other =
      'Line,ValidFrom,Weekday,From,To,Kind\nLine 2,2027-01-04,2,06:00,14:00,production\n'
    expect(await file('admin', other)).toEqual({ added: 0, changed: 1, unchanged: 0, refused: [] })
    const tuesday = { weekday: 2, from: '06:00', to: '14:00', kind: 'production' }
    expect(await read('admin', 1)).toMatchObject({
      weeks: [week, { ...lineWeek, entries: [tuesday] }],
      exceptions: [friday],
      version: 2,
    })
  })

  test('with an overlap names both lines and what they say, and nothing of it is stored', async () => {
    const twice = `${csv},,,2027-03-26,08:00,,12:00,closed,Again\n`
    const refused = await file('admin', twice)
    expect(refused).toEqual({
      added: 0,
      changed: 0,
      unchanged: 0,
      refused: [
        {
          line: 6,
          code: 'refused',
          values: { other: 5 },
          message:
            'All lines: 2027-03-26 08:00 – 2027-03-26 12:00 (closed, Again) overlaps 2027-03-26 00:00 – 2027-03-27 00:00 (closed, Good Friday).',
        },
      ],
    })
    expect(await read('admin', 1)).toEqual(bare)
  })

  test('that overlaps what is there is refused, too', async () => {
    await send('admin', 1, whole)
    const given = await file('admin', 'StartDate,From,To,Kind\n2027-03-26,08:00,12:00,production\n')
    expect(given).toMatchObject({
      refused: [{ line: 2, values: {}, message: expect.stringContaining('Good Friday') }],
    })
    expect(await read('admin', 1)).toMatchObject({ version: 1 })
  })
})
