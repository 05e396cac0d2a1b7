import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'

/**
 * Plays a recording of MQTT messages (one JSON object a line: dt, topic, payload) to a broker, at its own pace or faster.
 *
 *     node bench/src/playRecording.ts <file> <broker url> <user name> <password> [speed factor]
 *
 * It stays connected until Enter or the end of its input, so that the end of the session can be chosen.
 */
const [file, url, username, password, speed = '1'] = process.argv.slice(2)
if (!file || !url || username === undefined || password === undefined || !(Number(speed) > 0)) {
  console.error('playRecording <file> <broker url> <user name> <password> [speed factor]')
  process.exit(2)
}

type Line = { readonly dt: number; readonly topic: string; readonly payload: string }

const lines = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((text): Line => JSON.parse(text))
const client = await mqtt.connectAsync(url, { username, password, reconnectPeriod: 0 })
client.on('close', () => console.log('The broker ended the session'))

const first = lines[0]?.dt ?? 0
const started = performance.now()
const acknowledged: Promise<unknown>[] = []
for (const { dt, topic, payload } of lines) {
  // Against the start, not against the message before: the pace does not drift.
  const due = ((dt - first) * 1_000) / Number(speed) - (performance.now() - started)
  if (due > 0) await wait(due)
  acknowledged.push(client.publishAsync(topic, payload, { qos: 1 }))
}
await Promise.all(acknowledged)
const seconds = ((performance.now() - started) / 1_000).toFixed(1)
console.log(
  `${lines.length} messages sent and acknowledged in ${seconds} s. Enter ends the session.`,
)
for await (const _ of createInterface({ input: process.stdin })) break
client.removeAllListeners('close')
await client.endAsync()
