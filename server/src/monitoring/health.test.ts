import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
/** Where the clock stands; undefined while it runs. */
let stopped: number | undefined

beforeAll(async () => {
  server = await openTestServer({ now: () => stopped ?? Date.now() })
})
afterAll(() => server.close())

test('however many ask within a second whether it is ready, each store is queried once', async () => {
  const { telemetry, management } = server.deps
  // The real queries go on.
  const health = [vi.spyOn(telemetry, 'health'), vi.spyOn(management, 'health')]
  const queries = () => health.map((one) => one.mock.calls.length)
  const ready = () => server.ask('/health/ready')
  const crowd = () => Promise.all(Array.from({ length: 25 }, ready))
  const second = 1_000
  stopped = Date.now() + second

  const answers = [...(await crowd()), await ready()]
  expect([...new Set(answers.map(({ status }) => status))]).toEqual([200])
  expect(queries()).toEqual([1, 1])
  stopped += second - 1
  await crowd()
  expect(queries()).toEqual([1, 1])
  stopped += 1
  await crowd()
  expect(queries()).toEqual([2, 2])
})
