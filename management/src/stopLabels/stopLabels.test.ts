import { randomUUID } from 'node:crypto'
import { grantClientScope, labelLimits, labelledParts, type Reason } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { setReasons } from '../reasons/setReasons.ts'
import { addLabel, type KnownStop, labelOfKey, type NewLabel } from './addLabel.ts'
import { labelsOfMachines, lastConfirmed } from './storedLabels.ts'

const now = Date.UTC(2026, 10, 21, 12)
let opened: TestManagement
let machineId: number
let other: number
let theirs: number
const own = grantClientScope(1)
const neighbour = grantClientScope(2)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const reason = (digit: number): Reason => ({
  ...{ id: uuid(digit), parent: null, name: { en: `Reason ${digit}` }, icon: 'film' },
  ...{ planned: false, cause: 'operator', rank: digit, overrunSeconds: null },
  ...{ alarms: [], states: [], retired: digit === 3 },
})

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  const machines = await run<{ id: number; client_id: number }>(
    'select id, client_id from machine where client_id in (1, 2) order by client_id, id',
  )
  const ids = (client: number) => machines.filter((one) => one.client_id === client)
  machineId = ids(1)[0]!.id
  other = ids(1)[1]!.id
  theirs = ids(2)[0]!.id
  for (const scope of [own, neighbour]) {
    await setReasons(opened.management, editor, scope, { reasons: [1, 2, 3].map(reason) })
  }
  await setReasons(opened.management, editor, neighbour, { reasons: [1, 2, 3, 4].map(reason) })
})
afterAll(() => opened?.close())
beforeEach(() => run('delete from stop_label'))

const start = now - 7_200_000
const stop: KnownStop = { from: start, to: start + 600_000, alarmGroup: 'Film', alarm: 'Snap' }
const label = (more: Partial<NewLabel> = {}): NewLabel => ({
  ...{ machineId, key: randomUUID(), from: stop.from, to: stop.to, untilRun: false },
  ...{ reason: uuid(1), note: '', replaces: [] },
  ...more,
})
const add = (more: Partial<NewLabel> = {}, scope = own) =>
  addLabel(opened.management, editor, scope, label(more), stop)
const holding = async () => {
  const window = { from: new Date(stop.from), to: new Date(stop.to) }
  const labels = await labelsOfMachines(opened.management, own, {
    machineIds: [machineId],
    ...window,
  })
  return labelledParts(stop, labels).map((part) => [
    (part.from - start) / 1_000,
    (part.to - start) / 1_000,
    part.label?.reason ?? null,
  ])
}
const at = (seconds: number) => start + seconds * 1_000

test('a label, a split at any second, a merge and taking back; each is added, none is changed', async () => {
  const whole = await add({ note: 'Cartridge 2' })
  expect(whole).toMatchObject({ by: 'admin', at: new Date(now), note: 'Cartridge 2' })
  expect(await holding()).toEqual([[0, 600, uuid(1)]])
  const part = await add({ from: at(451), reason: uuid(2), replaces: [whole.id] })
  expect(await holding()).toEqual([
    [0, 451, uuid(1)],
    [451, 600, uuid(2)],
  ])
  const merged = await add({ reason: uuid(2), replaces: [part.id, whole.id] })
  expect(merged.replaces).toEqual([whole.id, part.id])
  expect(await holding()).toEqual([[0, 600, uuid(2)]])
  await add({ reason: null, replaces: [merged.id] })
  expect(await holding()).toEqual([[0, 600, null]])
  expect(await run('select id from stop_label')).toHaveLength(4)
  const entries = await run<{ action: string; before: unknown; after: { note: string } }>(
    `select action, before, after from audit_log where entity = 'stopLabel' order by id limit 2`,
  )
  expect(entries).toMatchObject([
    { action: 'create', before: null, after: { reason: uuid(1), note: 'Cartridge 2' } },
    { action: 'update', before: [{ reason: uuid(1) }], after: { reason: uuid(2) } },
  ])
})

describe('the first person wins', () => {
  test('the second one reads who was there and when', async () => {
    const first = await add()
    await expect(add({ reason: uuid(2) })).rejects.toMatchObject({
      code: 'label.taken',
      status: 409,
      message: `admin gave a reason here at ${new Date(now).toISOString()}. Please look again.`,
      fields: [
        { field: 'by', message: 'admin' },
        { field: 'at', message: new Date(now).toISOString() },
      ],
    })
    // A part of it, with what lies beside it.
    await expect(add({ from: at(599), reason: uuid(2) })).rejects.toMatchObject({ status: 409 })
    await expect(add({ replaces: [first.id, first.id + 1] })).rejects.toMatchObject({ status: 409 })
    await add({ reason: null, replaces: [first.id] })
    await expect(add({ replaces: [first.id] })).rejects.toMatchObject({
      message: expect.stringContaining('took back the reason'),
    })
  })

  test('of many at once exactly one', async () => {
    const all = await Promise.allSettled([1, 2, 1, 2, 1, 2].map((n) => add({ reason: uuid(n) })))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await run('select id from stop_label')).toHaveLength(1)
  })

  test('a label until the run is in the way of a later one', async () => {
    await add({ from: at(0), to: at(60), untilRun: true })
    await expect(add({ from: at(300), to: at(400), reason: uuid(2) })).rejects.toMatchObject({
      code: 'label.taken',
    })
    // And a label after it is in its way.
    await run('delete from stop_label')
    await add({ from: at(300), to: at(400) })
    await expect(add({ from: at(0), to: at(60), untilRun: true })).rejects.toMatchObject({
      code: 'label.taken',
    })
    await add({ from: at(0), to: at(60) })
  })
})

describe('a key', () => {
  test('that comes again is answered as the first time, and nothing is added', async () => {
    const key = randomUUID()
    const first = await add({ key })
    expect(await add({ key })).toEqual(first)
    expect(await labelOfKey(opened.management, own, label({ key }))).toEqual(first)
    // Also after another person replaced it.
    await add({ reason: uuid(2), replaces: [first.id] })
    expect(await add({ key })).toEqual(first)
    expect(await run('select id from stop_label')).toHaveLength(2)
    const many = randomUUID()
    const last = await run<{ id: number }>('select max(id) as id from stop_label')
    const all = await Promise.all(
      [1, 2, 3].map(() => add({ key: many, replaces: last.map(({ id }) => id) })),
    )
    expect(new Set(all.map(({ id }) => id)).size).toBe(1)
  })

  test('with other content is refused, on another machine too', async () => {
    const key = randomUUID()
    await add({ key })
    const message = 'This key belongs to another change.'
    await expect(add({ key, reason: uuid(2) })).rejects.toMatchObject({ status: 400, message })
    await expect(add({ key, machineId: other })).rejects.toMatchObject({ status: 400, message })
    await expect(add({ key, note: 'x' })).rejects.toMatchObject({ status: 400, message })
  })

  test('of a neighbour is another key', async () => {
    const key = randomUUID()
    await add({ key, machineId: theirs }, neighbour)
    expect(await labelOfKey(opened.management, own, label({ key }))).toBeUndefined()
    await add({ key })
  })
})

test('what belongs to a neighbour is not found', async () => {
  await expect(add({ machineId: theirs })).rejects.toMatchObject({ code: 'machine.notFound' })
  // Only the neighbour has this reason.
  await expect(add({ reason: uuid(4) })).rejects.toMatchObject({ code: 'reason.notFound' })
  await expect(add({ reason: uuid(3) })).rejects.toMatchObject({ code: 'reason.notFound' })
  await add({ machineId: theirs, reason: uuid(4) }, neighbour)
  const window = { from: new Date(stop.from), to: new Date(stop.to) }
  const question = { machineIds: [machineId, theirs], ...window }
  expect(await labelsOfMachines(opened.management, own, question)).toEqual([])
  const alarms = [machineId, theirs].map((id) => ({ machineId: id, group: 'Film', alarm: 'Snap' }))
  expect(await lastConfirmed(opened.management, own, alarms)).toEqual([])
  expect(await lastConfirmed(opened.management, neighbour, alarms)).toHaveLength(1)
})

test('the last confirmed reason of an alarm is that of the machine, and none once it was taken back', async () => {
  const of = { machineId, group: 'Film', alarm: 'Snap' }
  const wanted = [
    of,
    { ...of, machineId: other },
    { ...of, alarm: 'Tear' },
    { ...of, group: 'Reel' },
  ]
  const confirmed = () => lastConfirmed(opened.management, own, wanted)
  const first = await add()
  expect(await confirmed()).toEqual([{ ...of, reason: uuid(1) }])
  const second = await add({ reason: uuid(2), replaces: [first.id] })
  expect(await confirmed()).toEqual([{ ...of, reason: uuid(2) }])
  // A part that is taken back leaves the rest confirmed.
  const part = await add({ from: at(300), reason: null, replaces: [second.id] })
  expect(await confirmed()).toEqual([{ ...of, reason: uuid(2) }])
  await add({ reason: null, replaces: [second.id, part.id] })
  expect(await confirmed()).toEqual([])
})

test('a reason that was retired is not what was last confirmed: the one before it is', async () => {
  const confirmed = async () =>
    (
      await lastConfirmed(opened.management, own, [{ machineId, group: 'Film', alarm: 'Snap' }])
    ).map(({ reason }) => reason)
  await add({ to: at(100) })
  await add({ from: at(300), reason: uuid(2) })
  expect(await confirmed()).toEqual([uuid(2)])
  await run(`update reason set retired = true where client_id = 1 and id = '${uuid(2)}'`)
  expect(await confirmed()).toEqual([uuid(1)])
  await run(`update reason set retired = false where client_id = 1 and id = '${uuid(2)}'`)
})

test('an entry is never changed, and a machine gets at most 1,000 in a day', async () => {
  await add()
  await expect(run(`update stop_label set note = 'x'`)).rejects.toMatchObject({ code: 'PB003' })
  await run('update stop_label set set_by = null')
  await run(
    `insert into stop_label (client_id, machine_id, starts, ends, replaces, key, set_at)
     select 1, ${machineId}, timestamptz '2026-01-01', timestamptz '2026-01-02', '{}', gen_random_uuid(),
       to_timestamp(${now / 1000}) - interval '1 hour'
     from generate_series(1, ${labelLimits.perMachineAndDay})`,
  )
  await expect(add({ from: at(700), to: at(701) })).rejects.toMatchObject({
    code: 'request.tooMany',
  })
  await add({ machineId: other })
})

const anyCall = fc.record({
  from: fc.integer({ min: 0, max: 590 }),
  length: fc.integer({ min: 1, max: 300 }),
  reason: fc.constantFrom(uuid(1), uuid(2), null),
  untilRun: fc.boolean(),
  honest: fc.boolean(),
})

test('whatever people send at the same time, no second has two labels, and what is refused changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(anyCall, { maxLength: 3 }), { maxLength: 6 }),
      async (rounds) => {
        await run('delete from stop_label')
        for (const round of rounds) {
          const before = await labelsOfMachines(opened.management, own, {
            machineIds: [machineId],
            from: new Date(stop.from),
            to: new Date(stop.to),
          })
          const parts = labelledParts(stop, before)
          const sent = round.map(({ from, length, reason, untilRun, honest }) => {
            const to = Math.min(at(from + length), stop.to)
            const reach = untilRun ? stop.to : to
            const held = parts.flatMap((part) =>
              part.label && part.from < reach && at(from) < part.to ? [part.label.id] : [],
            )
            const replaces = honest ? [...new Set(held)] : []
            return add({ from: at(from), to, reason, untilRun, replaces })
          })
          const done = await Promise.allSettled(sent)
          const after = await labelsOfMachines(opened.management, own, {
            machineIds: [machineId],
            from: new Date(stop.from),
            to: new Date(stop.to),
          })
          const accepted = done.filter(({ status }) => status === 'fulfilled').length
          expect(after.length - before.length).toBe(accepted)
          expect(after.slice(0, before.length)).toEqual(before)
          for (const one of done) {
            if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'label.taken' })
          }
          const now = labelledParts(stop, after)
          expect(now.reduce((sum, part) => sum + part.to - part.from, 0)).toBe(stop.to - stop.from)
          // Each accepted entry held everywhere on its stretch when it came, over what it names and nothing else.
          for (const [index, entry] of after.entries()) {
            const earlier = labelledParts(stop, after.slice(0, index))
            const reach = entry.untilRun ? stop.to : entry.to
            const covered = earlier.flatMap((part) =>
              part.label && part.from < reach && entry.from < part.to ? [part.label.id] : [],
            )
            expect([...entry.replaces]).toEqual([...new Set(covered)].sort((a, b) => a - b))
          }
        }
      },
    ),
    { ...runsOfProperty({ deep: 60, daily: 8 }), endOnFailure: true },
  )
}, 240_000)
