import { openForeignBroker } from '@packboard/ingest/testing/foreignBroker'
import { tables } from '@packboard/management/testing'
import { countedAndStored } from '@packboard/telemetry/testing'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { openTestServer } from '../../testing/openTestServer.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const prefix = 'plant/hall 2/line 4'

test('with a broker of the plant, tags are read there and at our own broker: a machine publishes to the one that it reaches', async () => {
  const plant = await openForeignBroker()
  closers.push(plant.close)
  const server = await openTestServer({ env: { MQTT_URL: plant.url } })
  closers.push(server.close)
  const machine = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', 'FW-101')
    .executeTakeFirstOrThrow()
  const set = await server.ask(`/api/admin/machine/${machine.id}/connection`, {
    method: 'PUT',
    token: (await server.signIn('admin')).accessToken,
    body: { door: 'packmlTags', address: prefix, dictionary: 'iso-tr88' },
  })
  expect(set.status).toBe(200)

  const join = async (url: string, account: mqtt.IClientOptions = {}) => {
    const client = await mqtt.connectAsync(url, { ...account, reconnectPeriod: 0 })
    closers.push(() => client.endAsync(true))
    return client
  }
  const own = `mqtt://127.0.0.1:${server.deps.ingest?.mqttPort}`
  const account = (username: string) => ({ username, password: 'packboard' })
  const stored = async () =>
    (await countedAndStored(server.deps.telemetry)).find((row) => row.machine === machine.id)
      ?.stored ?? 0
  const say = (client: mqtt.MqttClient, state: string) =>
    client.publishAsync(`${prefix}/Status/StateCurrentStr`, state, { qos: 1 })

  const here = await join(own, account('FW-101'))
  await say(here, 'Execute')
  await expect.poll(stored).toBe(1)
  // Of a neighbour it is quarantined, at our own broker as before.
  await say(await join(own, account('FW-611')), 'Held')
  const there = await join(plant.url)
  await expect.poll(() => plant.log.join()).toContain(`subscribe ${prefix}/#`)
  await say(there, 'Idle')
  await expect.poll(stored).toBe(2)
})
