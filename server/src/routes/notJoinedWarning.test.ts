import { warnings } from '@packboard/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

test('months that could not be joined are on the panel of admins and in the metrics, until they are', async () => {
  const { telemetry } = server.deps
  const { accessToken: token } = await server.signIn('admin')
  const shown = async () =>
    warnings.answer
      .parse(await (await server.ask(warnings.path, { token })).json())
      .warnings.filter(({ code }) => code === 'months.notJoined')
  expect(await shown()).toEqual([])
  const known = telemetry.metrics()
  const metrics = vi.spyOn(telemetry, 'metrics').mockReturnValue({
    ...known,
    pastMonthsNotJoined: 2,
  })
  expect(await shown()).toEqual([{ code: 'months.notJoined', months: 2 }])
  expect(await (await server.ask('/metrics')).text()).toContain(
    'packboard_telemetry_past_months_not_joined 2',
  )
  metrics.mockRestore()
  expect(await shown()).toEqual([])
})
