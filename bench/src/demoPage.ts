import { setTimeout as sleep } from 'node:timers/promises'
import { preferences } from '@packboard/contract'
import { load, quantile, serve } from './measure.ts'
import { type Call, productionPageCalls, signIn, timedCall } from './packboardCalls.ts'

/** A machine of the demo that runs most of the time, and its client. */
const machine = { clientId: 1, serialNo: 'FW-301' }
const dayMs = 86_400_000
const minuteMs = 60_000
/** Pages of figures ask again this often. */
const pauseMs = 2_000
/** A page could make as few requests as this, if each named several figures; what the others cost without their figures is measured, too. */
const fewRequests = 3
const emptyCall: Call = { path: preferences.path }
/** Until the last hours are in memory. */
const restMs = 20_000

/**
 * What the calls of an open production page take on the running demo with `days` of history: all of them at once, as the page makes them,
 * for the last 24 hours, and one after the other; each by its median and its 95th percentile, and the slowest of each round.
 */
export async function main([rounds = '20', days = '7']: string[]) {
  await using packboard = await serve('page', { days })
  await packboard.historySent
  await sleep(restMs)
  const token = await signIn(packboard.url, 'admin')
  const times = new Map<string, number[]>()
  const slowest: number[] = []
  const alone = new Map<string, number[]>()
  const empty = new Map<number, number[]>()
  for (let round = 0; round < Number(rounds); round += 1) {
    const until = new Date()
    const window = { clientId: machine.clientId, serialNos: [machine.serialNo] }
    const calls = productionPageCalls({
      ...window,
      from: new Date(until.getTime() - dayMs + minuteMs),
      until,
    })
    let most = 0
    await Promise.all(
      Object.entries(calls).map(async ([name, call]) => {
        const { ms } = await timedCall(packboard.url, token, call)
        times.set(name, [...(times.get(name) ?? []), ms])
        most = Math.max(most, ms)
      }),
    )
    slowest.push(most)
    for (const [name, call] of Object.entries(calls)) {
      const { ms } = await timedCall(packboard.url, token, call)
      alone.set(name, [...(alone.get(name) ?? []), ms])
    }
    for (const count of [Object.keys(calls).length, fewRequests]) {
      const begin = performance.now()
      await Promise.all(
        Array.from({ length: count }, () => timedCall(packboard.url, token, emptyCall)),
      )
      empty.set(count, [...(empty.get(count) ?? []), performance.now() - begin])
    }
    await sleep(pauseMs)
  }
  for (const [name, all] of times) {
    const own = `alone ${inOrder(alone.get(name) ?? [])}`
    console.log(`${name.padEnd(22)} together ${inOrder(all)} · ${own}`)
  }
  console.log(`the slowest of each round: ${inOrder(slowest)}`)
  for (const [count, all] of empty) {
    console.log(`${count} requests at once that read one row: all answered after ${inOrder(all)}`)
  }
  console.log(load())
}

function inOrder(times: readonly number[]): string {
  const at = (share: number) => quantile(times, share).toFixed(0)
  return `p50 ${at(0.5)} p95 ${at(0.95)} ms`
}
