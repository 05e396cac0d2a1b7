import { randomUUID } from 'node:crypto'
import { setShifts } from '@packboard/contract'
import type { StoredAlertRule } from '@packboard/management'
import { type AlertCondition, grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { lookGroupOf, PacedLooks } from './pacedLooks.ts'

/** A Friday, 06:00 in London; the neighbour has other shifts. */
const morning = Date.UTC(2026, 3, 10, 5)
const minute = 60_000
let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ now: () => morning })
  const token = (await server.signIn('admin')).accessToken
  for (const [clientId, starts] of [
    [1, ['06:00', '14:00', '22:00']],
    [2, ['07:00']],
  ] as const) {
    const shifts = starts.flatMap((start, index) =>
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, name: `Shift ${index}` })),
    )
    const path = setShifts.path.replace(':clientId', `${clientId}`)
    expect((await server.ask(path, { method: 'PUT', token, body: { shifts } })).status).toBe(200)
  }
})
afterAll(() => server?.close())

const watched = (condition: AlertCondition, forSeconds?: number) => {
  const rule: StoredAlertRule = {
    ...{ id: randomUUID(), name: condition.kind, enabled: true, condition, machines: 'all' },
    ...{ when: 'always', severity: 'warning', steps: [], changedAt: new Date(morning) },
    ...(forSeconds !== undefined && { forSeconds }),
  }
  return { rule, machineIds: new Set([1]) }
}

/** The minutes after six at which a group of these rules is looked at, and how far back. */
async function looks(condition: AlertCondition, until: number, forSeconds?: number) {
  const paced = new PacedLooks(server.deps, grantClientScope(1))
  const group = lookGroupOf(condition)
  if (group === undefined) throw new Error('It is looked at after each change of a machine')
  const found: number[][] = []
  for (let at = 0; at <= until; at += 1) {
    const now = morning + at * minute
    const due = await paced.due(group, [watched(condition, forSeconds)], now)
    if (due === undefined) continue
    found.push([at, (now - due.begin) / minute])
    paced.done(group, due, null)
  }
  return found
}

test('what changes in steps is looked at once a step, as soon as its records have come', async () => {
  const hours = (count: number) => count * 60
  const speed = { kind: 'speedUnder', percent: 80, seconds: 600 } as const
  expect(await looks(speed, 2)).toEqual([0, 1, 2].map((at) => [at, hours(1) + 10]))
  expect((await looks(speed, 0, 1_200))[0]).toEqual([0, hours(1) + 30])
  const rejects = { kind: 'rejectsOver', percent: 5, packs: 100 } as const
  expect(await looks(rejects, 12)).toEqual([0, 1, 6, 11].map((at) => [at, hours(4)]))
  // Each quarter of an hour of the shift; the shift before is looked at for an hour more, at first all that is followed.
  expect(await looks({ kind: 'behindPlan', packs: 100 }, 80)).toEqual([
    [0, hours(26)],
    [1, hours(8) + 1],
    [16, hours(8) + 16],
    [31, hours(8) + 31],
    [46, hours(8) + 46],
    [61, 61],
    [76, 76],
  ])
  expect(await looks({ kind: 'withoutReason', percent: 50 }, 500)).toEqual(
    [0, 1, 481].map((at) => [at, hours(26)]),
  )
})

test('when an alert may open or clear between two steps it is looked at then; changed rules are looked at once more', async () => {
  const paced = new PacedLooks(server.deps, grantClientScope(1))
  const rules = [watched({ kind: 'withoutReason', percent: 50 })]
  const at = morning + 10 * minute
  const due = await paced.due('shiftEnd', rules, at)
  expect(due).toBeDefined()
  if (due) paced.done('shiftEnd', due, at + 5 * minute)
  expect(await paced.due('shiftEnd', rules, at + 5 * minute - 1)).toBeUndefined()
  expect(await paced.due('shiftEnd', rules, at + 5 * minute)).toBeDefined()
  if (due) paced.done('shiftEnd', due, null)
  expect(await paced.due('shiftEnd', rules, at + 5 * minute)).toBeUndefined()
  paced.restart()
  expect(await paced.due('shiftEnd', rules, at + 5 * minute)).toBeDefined()
})
