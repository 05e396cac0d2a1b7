import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { edgeNode, metrics } from '@packboard/ingest/testing/edgeNode'
import { packmlServer } from '@packboard/ingest/testing/packmlServer'
import { capturedLog } from '@packboard/server/testing/capturedLog'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { type EdgeConfig, readEdgeConfig } from './edgeConfig.ts'
import type { EdgeStatus } from './edgeStatus.ts'
import { startEdge } from './startEdge.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

test('a recorder reads Sparkplug B and an OPC UA server on the gateway itself, and keeps what they say', async () => {
  const machine = await packmlServer({ machines: ['Line 1'] })
  closers.push(machine.close)
  const dir = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  closers.push(() => rmSync(dir, { recursive: true, force: true }))
  const config = readEdgeConfig({
    ...{ EDGE_DIR: dir, EDGE_SERVER_URL: 'http://127.0.0.1:9', EDGE_TOKEN: 'gateway:secret' },
    ...{ EDGE_HTTP_PORT: '0', EDGE_MQTT_PORT: '0', EDGE_OPCUA_HOSTS: '127.0.0.1' },
    EDGE_LOCAL_TOKEN: 'a-secret-of-sixteen',
  })
  const machines: EdgeConfig['machines'] = [
    {
      ...{ serialNo: 'FW-202', holdSeconds: 60 },
      sparkplug: { prefix: 'Plant/Hall 1/Wrapper', dictionary: 'iso-tr88' },
    },
    {
      ...{ serialNo: 'FW-203', holdSeconds: 60 },
      opcua: {
        ...{ address: machine.url, dictionary: 'iso-tr88', security: 'none' },
        ...{ userName: null, password: null },
      },
    },
  ]
  const edge = await startEdge({ config: { ...config, machines }, log: capturedLog('debug').log })
  closers.push(() => edge.stop())

  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
    ...{ username: 'plc', password: 'a-secret-of-sixteen', reconnectPeriod: 0 },
  })
  closers.push(() => client.endAsync(true))
  const node = edgeNode('Plant', 'Hall 1')
  const at = Date.now()
  const born = [metrics.state('Execute', { alias: 1 }), metrics.packs(7n, { alias: 2 })]
  for (const message of [node.birth(at), node.send('DBIRTH', at, born, 'Wrapper')]) {
    await client.publishAsync(message.topic, message.payload, { qos: 1 })
  }
  machine.say('Held')

  const status = async () => (await (await fetch(`${edge.url}/status`)).json()) as EdgeStatus
  const seen = async () =>
    (await status()).machines.map(({ serialNo, state }) => [serialNo, state]).sort()
  await expect.poll(seen).toEqual([
    ['FW-202', 10],
    ['FW-203', 13],
  ])
  const { counts, queue } = await status()
  const { received, accepted, duplicate, quarantined } = counts
  expect(received).toBe(accepted + duplicate + quarantined + queue.records)
  expect([accepted, quarantined]).toEqual([0, 0])
})
