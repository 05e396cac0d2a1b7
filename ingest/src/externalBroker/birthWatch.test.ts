import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { openForeignBroker } from '../../testing/foreignBroker.ts'
import { silentLog } from '../log.ts'
import { openBirthWatch } from './birthWatch.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})
const soon = { timeout: 30_000 }

async function open() {
  const foreign = await openForeignBroker()
  closers.push(foreign.close)
  const logged: string[] = []
  const topics: string[] = []
  const start = () => {
    const watch = openBirthWatch({
      ...{ url: foreign.url, clientId: 'births', now: () => noon },
      log: { ...silentLog, info: (_facts: object, message: string) => void logged.push(message) },
      births: { sawBirth: (topic: string) => void topics.push(topic) },
    })
    closers.push(watch.close)
  }
  const listening = () =>
    foreign.log.filter((line) => line === 'births subscribe spBv1.0/+/DBIRTH/+/+ 0').length
  const client = await mqtt.connectAsync(foreign.url)
  closers.push(() => client.endAsync(true))
  return { foreign, logged, topics, start, listening, client }
}

test('births alone are heard of, whatever is in them, and a retained one is of another day', async () => {
  const { topics, start, listening, client } = await open()
  await client.publishAsync('spBv1.0/Old/NBIRTH/Box', 'x', { qos: 1, retain: true })
  start()
  await expect.poll(listening, soon).toBe(1)
  for (const topic of ['NDATA/Box', 'NBIRTH/Box', 'DDATA/Box/A', 'DBIRTH/Box/A']) {
    await client.publishAsync(`spBv1.0/Strange/${topic}`, 'no payload of Sparkplug', { qos: 1 })
  }
  await client.publishAsync('plant/hall', 'x', { qos: 1 })
  await expect
    .poll(() => topics)
    .toEqual(['spBv1.0/Strange/NBIRTH/Box', 'spBv1.0/Strange/DBIRTH/Box/A'])
})

test('a birth that is larger than any that is read ends the connection before it is whole, and the next one is heard of', async () => {
  const { topics, start, listening, client } = await open()
  start()
  await expect.poll(listening, soon).toBe(1)
  await client.publishAsync('spBv1.0/Strange/NBIRTH/Bomb', Buffer.alloc(8 * 1_048_576), { qos: 1 })
  await expect.poll(listening, soon).toBe(2)
  await client.publishAsync('spBv1.0/Strange/NBIRTH/Box', Buffer.alloc(1_048_576), { qos: 1 })
  await expect.poll(() => topics).toEqual(['spBv1.0/Strange/NBIRTH/Box'])
}, 60_000)

test('a broker that ends the connection with the subscription is asked three times, and then left alone', async () => {
  const { foreign, logged, start } = await open()
  foreign.refuse = (filter) => filter.includes('BIRTH')
  start()
  await expect
    .poll(() => logged, soon)
    .toEqual(['The external broker lets no births of Sparkplug B be listed'])
  expect(foreign.connects.filter(({ clientId }) => clientId === 'births')).toHaveLength(3)
}, 60_000)
