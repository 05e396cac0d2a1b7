import { ready, warnings } from '@packboard/contract'
import { openForeignBroker } from '@packboard/ingest/testing/foreignBroker'
import { expect, test } from 'vitest'
import { openTestServer } from '../../testing/openTestServer.ts'

async function shownWith(mqttUrl: string) {
  const server = await openTestServer({ env: { MQTT_URL: mqttUrl } })
  const { accessToken: token } = await server.signIn('admin')
  return {
    server,
    lost: async () =>
      warnings.answer
        .parse(await (await server.ask(warnings.path, { token })).json())
        .warnings.flatMap((one) => (one.code === 'externalBroker.lost' ? [one] : [])),
  }
}

test('a broker of the plant that is away is on the panel of admins with its reason, and the server stays ready', async () => {
  const before = Date.now()
  const { server, lost } = await shownWith('mqtt://packboard:secret@127.0.0.1:9')
  try {
    await expect.poll(lost).toHaveLength(1)
    const [warning] = await lost()
    expect(warning).toMatchObject({
      address: '127.0.0.1:9',
      reason: 'connect ECONNREFUSED 127.0.0.1:9',
    })
    expect(warning?.since.getTime()).toBeGreaterThanOrEqual(before)
    const answer = await server.ask(ready.path)
    const { parts } = ready.answer.parse(await answer.json())
    expect([answer.status, parts.ingest]).toEqual([200, 'ok'])
  } finally {
    await server.close()
  }
})

test('one that is connected is on no panel', async () => {
  const broker = await openForeignBroker()
  const { server, lost } = await shownWith(broker.url)
  try {
    await expect.poll(() => server.deps.ingest?.externalBroker()?.isConnected).toBe(true)
    expect(await lost()).toEqual([])
  } finally {
    await server.close()
    await broker.close()
  }
})
