import { setTimeout as wait } from 'node:timers/promises'
import { setReasons } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { answerAfterHistory, answerDemoStops } from './demoAnswers.ts'

let floor: FactoryFloor
const minute = 60_000
/** Twenty stops of five minutes and as many of one, one after the other; they begin five hours ago. */
const begin = floorNow - 300 * minute

beforeAll(async () => {
  floor = await openFactoryFloor(() => floorNow)
  const records: object[] = []
  for (let at = begin; at < begin + 240 * minute; at += 30_000) {
    const ofRound = ((at - begin) / minute) % 12
    const stands = (ofRound >= 2 && ofRound < 7) || (ofRound >= 9 && ofRound < 10)
    records.push(
      factory.at(at).sample('FW-102', { state: stands ? 13 : 10, speed: stands ? 0 : 120 }),
    )
  }
  await floor.send('FW-102', records)
})
afterAll(() => floor?.close())

const labels = () =>
  runSql<{ serial: string; seconds: number }>(
    floor.server.deps.management,
    `select m.serial_no as serial, extract(epoch from l.ends - l.starts)::int as seconds
     from stop_label l join machine m on m.id = l.machine_id where m.serial_no = 'FW-102'`,
  )

test('stops that ask for a reason are answered once, where the client has reasons', async () => {
  const { deps } = floor.server
  expect(await answerDemoStops(deps)).toBe(0)
  const person = { userId: 1, username: 'admin' }
  await setReasons(deps.management, person, grantClientScope(1), {
    reasons: [
      {
        ...{ id: '00000000-0000-4000-8000-000000000001', parent: null, name: { en: 'Other' } },
        ...{ icon: 'more', planned: false, cause: 'operator', rank: 1, overrunSeconds: null },
        ...{ alarms: [], states: [13], retired: false },
      },
    ],
  })
  const written = await answerDemoStops(deps)
  const found = await labels()
  expect(found.length).toBeGreaterThan(10)
  expect(found.length).toBeLessThanOrEqual(20)
  expect(new Set(found.map(({ seconds }) => seconds))).toEqual(new Set([300]))
  expect(written).toBeGreaterThanOrEqual(found.length)
  expect(await answerDemoStops(deps)).toBe(0)
})

test('they wait until the history has been written', async () => {
  const { deps } = floor.server
  await runSql(deps.management, 'delete from stop_label')
  let share: number | null = null
  const stop = answerAfterHistory({ ...deps, demo: true, demoHistory: () => share })
  await wait(1_500)
  share = 0.5
  await wait(1_500)
  expect(await labels()).toEqual([])
  share = null
  await expect.poll(async () => (await labels()).length, { timeout: 20_000 }).toBeGreaterThan(10)
  stop()
})
