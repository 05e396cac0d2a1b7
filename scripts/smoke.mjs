// What the trials of the release and of the image look at, in namespaces of their own: the demo comes up, is live, ends in order and
// leaves nothing behind.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { giveUp } from './steps.mjs'

const base = 'http://127.0.0.1:8080'
const patienceMs = 60_000
/** From here on the demo's processes only do what they do all day. */
const restMs = 60_000
const stopMs = 30_000
const lastMs = 3_000

export function check(what, good) {
  console.log(`${good ? 'passed' : 'FAILED'}: ${what}`)
  if (!good) process.exitCode = 1
}

/**
 * Starts the demo twice; `launch` starts it and returns its process, `uid` is the user that it runs as. Prints the times of
 * both starts and the memory of the first one.
 */
export async function tryDemo(launch, uid) {
  const first = await ready(launch())
  const page = await fetch(base)
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text())?.[1] ?? ''
  const loaded = await fetch(`${base}${script}`)
  check('the screens are served', page.status === 200 && script !== '' && loaded.status === 200)
  let live = false
  for (const begin = performance.now(); !live && performance.now() - begin < patienceMs; ) {
    live = await areLive()
    await sleep(1_000)
  }
  check('the machines of the demo are live', live)
  await sleep(restMs)
  const memory = Math.round(memoryOf(processesOf(uid)) / 1e6)
  await stop(first)
  const second = await ready(launch())
  await stop(second)
  await nothingLeft(uid)
  console.log(
    `first start ${first.seconds} s, second start ${second.seconds} s, memory of the demo after ${restMs / 1_000} s: ${memory} MB (with its simulated plant)`,
  )
}

/** Waits until a server that was just started is ready; `seconds` is how long that took. */
export async function ready(child) {
  const begin = performance.now()
  const ended = new Promise((done) => child.once('exit', done))
  while (performance.now() - begin < patienceMs && child.exitCode === null) {
    const answer = await fetch(`${base}/health/ready`).catch(() => undefined)
    if (answer?.ok) {
      return { child, ended, seconds: ((performance.now() - begin) / 1_000).toFixed(1) }
    }
    await sleep(100)
  }
  return giveUp('it did not become ready.')
}

export async function stop({ child, ended }) {
  child.kill('SIGTERM')
  const outcome = await Promise.race([ended, sleep(stopMs, 'late', { ref: false })])
  check('SIGTERM to the started process ends it in order', outcome === 0)
}

export async function nothingLeft(uid) {
  // The script that ends PostgreSQL with its parent looks each second.
  await sleep(lastMs)
  const left = processesOf(uid).map((pid) => read(`/proc/${pid}/cmdline`).replaceAll('\0', ' '))
  check(`nothing runs any more ${left.join(', ')}`.trim(), left.length === 0)
}

/** Signs in as a user of the demo does, and looks for a machine that reports. */
async function areLive() {
  const signedIn = await fetch(`${base}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'packboard' }),
  })
  const { accessToken } = await signedIn.json()
  const end = new Date()
  const answer = await fetch(`${base}/api/admin/machinesData`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': accessToken },
    body: JSON.stringify({
      ...{ clientId: 1, initialReq: 'yes', machinesIdArray: ['FW-301'] },
      ...{
        start_date: new Date(end.getTime() - 600_000).toISOString(),
        end_date: end.toISOString(),
      },
    }),
  })
  const { dataArray = [] } = await answer.json()
  return dataArray.some(({ Status }) => Status === 'LIVE')
}

/** Of this namespace, whose processes are all that there are. One that has ended waits here for a parent that it has not. */
export function processesOf(uid) {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      const status = read(`/proc/${pid}/status`)
      const isOver = /^State:\tZ/m.test(status)
      return !isOver && Number(/^Uid:\t(\d+)/m.exec(status)?.[1]) === uid
    })
}

/** Bytes; what processes share is counted once. */
export function memoryOf(pids) {
  const kilobytes = pids.map((pid) => /^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1])
  return kilobytes.reduce((sum, one) => sum + Number(one ?? 0) * 1_024, 0)
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
