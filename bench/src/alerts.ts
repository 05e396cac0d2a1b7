import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { backTestAlertRule, setAlertRules } from '@packboard/contract'
import { openMqttConnection } from './ingestWays.ts'
import { type FilledMachines, manyClient, withFilledMachines } from './manyMachines.ts'
import { load, quantile, seededRandom } from './measure.ts'
import { signIn } from './packboardCalls.ts'
import { cpuSeconds, descendants } from './processes.ts'

const minuteMs = 60_000
const dayMs = 86_400_000
const sampleEveryMs = 5_000
/** After rules were saved or machines began to send: what is new with them is over after this. */
const settleMs = 45_000

/**
 * Conditions of all kinds that look at machines, which hold seldom, as rules that people keep; with each round of the list they ask for a little
 * more.
 */
const conditions: readonly ((round: number) => object)[] = [
  (round) => ({ kind: 'stoppedLonger', seconds: 600 + 60 * round }),
  (round) => ({ kind: 'offlineLonger', seconds: 300 + 60 * round }),
  (round) => ({ kind: 'inState', states: [21, 3 + (round % 3)], seconds: 600 + 60 * round }),
  (round) => ({ kind: 'alarm', group: 'Film', times: 2 + round, minutes: 60 }),
  (round) => ({ kind: 'speedUnder', percent: 10 + round, seconds: 600 }),
  (round) => ({ kind: 'stoppedLonger', seconds: 600 + 60 * round, withoutReason: true }),
  (round) => ({ kind: 'lineStoppedLonger', seconds: 600 + 60 * round }),
  (round) => ({ kind: 'rejectsOver', percent: 60 + round, packs: 1_000 }),
  (round) => ({ kind: 'oeeeUnder', percent: 2 + round / 10 }),
  (round) => ({ kind: 'behindPlan', packs: 200_000 + 500 * round }),
  () => ({ kind: 'plannedOverrun' }),
  (round) => ({ kind: 'withoutReason', percent: 99 + round / 100 }),
  (round) => ({ kind: 'clockOff', seconds: 60 + round }),
  (round) => ({ kind: 'setAside', records: 10 + round, minutes: 60 }),
]
const whens = [
  'always',
  'planned',
  [{ days: [1, 2, 3, 4, 5, 6, 7], from: '05:00', to: '23:00' }],
] as const

const ruleOf = (condition: object, index: number) => ({
  ...{ name: `Rule ${index + 1}`, enabled: true, machines: 'all', condition },
  ...{ when: whens[index % whens.length], severity: 'warning', steps: [] },
})

/** `live [seconds] [rules] [machines …]` or `backTest [machines] [days] [rounds] [words]`. */
export async function main([what = 'live', ...args]: string[]) {
  await (what === 'backTest' ? backTests(args) : live(args))
}

/**
 * What rules of all kinds cost while machines send a sample each 5 s and stop now and then: processor time of server, engine and database with
 * them, less the same without them; how long looks waited.
 */
async function live([seconds = '120', rules = '200', ...counts]: string[]) {
  for (const machines of counts.length > 0 ? counts.map(Number) : [300, 1_000]) {
    await withFilledMachines({ machines, days: 2, asInAPlant: true }, async (filled) => {
      const { url, mqttPort, pids, serialNos } = filled
      await using _ = await sendAsInAPlant(mqttPort, serialNos)
      const token = await signIn(url, 'admin')
      await sleep(settleMs)
      const without = await measured(filled, Number(seconds))
      await send(url, token, setAlertRules, { rules: mixedRules(Number(rules)) })
      const settledS = await untilSettled(url)
      const before = await selectsOf(filled)
      const lags: number[] = []
      const timer = setInterval(async () => lags.push(await lagOf(url)), 1_000)
      const among = await measured(filled, Number(seconds))
      clearInterval(timer)
      const selects = (await selectsOf(filled)) - before
      const own = among.map((share, index) => share - (without[index] ?? 0))
      const parts = (shares: readonly number[]) => shares.map(percent).join(' + ')
      console.log(
        `${machines} machines, ${rules} rules: ${percent(own.reduce((sum, one) => sum + one, 0))} of a core for the rules ` +
          `(server ${pids[0]} + engine + database: ${parts(own)}; without rules ${parts(without)}); ` +
          `${(selects / Number(seconds)).toFixed(1)} queries/s of telemetry, first looks took ${settledS.toFixed(0)} s, ` +
          `${(await metric(url, 'packboard_alerts_open')).toFixed(0)} open; lag p50 ${quantile(lags, 0.5).toFixed(1)} p95 ${quantile(lags, 0.95).toFixed(1)} most ${quantile(lags, 1).toFixed(1)} s, ${load()}`,
      )
    })
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`

/** Shares of a core of the server, its engine and its database. */
async function measured({ pids }: { readonly pids: readonly number[] }, seconds: number) {
  const [server = 0, engine = 0] = pids
  const database = () => descendants(server).filter(({ command }) => /postgres/.test(command))
  const all = () => [[server], [engine], database().map(({ pid }) => pid)]
  const before = new Map(all().flatMap((own) => own.map((pid) => [pid, cpuSeconds(pid)])))
  const begin = performance.now()
  await sleep(seconds * 1_000)
  const took = (performance.now() - begin) / 1_000
  return all().map(
    (own) => own.reduce((sum, pid) => sum + cpuSeconds(pid) - (before.get(pid) ?? 0), 0) / took,
  )
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  )
}

const lagOf = (url: string) => metric(url, 'packboard_alerts_lag_seconds')

/** Until looks wait no longer than a second or two, s; what is new with rules is over then. */
async function untilSettled(url: string): Promise<number> {
  const begin = performance.now()
  await sleep(settleMs / 2)
  while ((await lagOf(url)) > 3 && performance.now() - begin < 4 * settleMs) await sleep(1_000)
  const took = (performance.now() - begin) / 1_000
  await sleep(settleMs / 2)
  return took
}

/** Queries that the engine has answered since it began. */
async function selectsOf({ connect }: Pick<FilledMachines, 'connect'>): Promise<number> {
  const connection = await connect()
  const query = "SELECT value FROM system.events WHERE event = 'SelectQuery'"
  const answer = await connection.writer().query({ query, format: 'JSONEachRow' })
  return Number((await answer.json<{ value: string }>())[0]?.value)
}

/** So many rules of all kinds. */
export function mixedRules(count: number) {
  return Array.from({ length: count }, (_, index) => {
    const condition = conditions[index % conditions.length]
    const round = Math.floor(index / conditions.length)
    return { id: randomUUID(), ...ruleOf(condition?.(round) ?? {}, index) }
  })
}

async function send(
  url: string,
  token: string,
  { method, path }: { readonly method: string; readonly path: string },
  body: object,
): Promise<unknown> {
  const answer = await fetch(url + path.replace(':clientId', String(manyClient.id)), {
    ...{ method, body: JSON.stringify(body) },
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Runs of some minutes, then a stop of some seconds, now and then of many minutes. */
async function sendAsInAPlant(port: number, serialNos: readonly string[]) {
  const userName = `gateway-${manyClient.slug}`
  const connection = await openMqttConnection({ port, userName, password: 'packboard' })
  const random = seededRandom(49)
  const machines = serialNos.map((serialNo) => ({
    ...{ serialNo, state: 10, packs: 0, until: Date.now() + random() * 7 * minuteMs },
  }))
  const stopStates = [5, 21, 13, 3, 19, 14]
  let failed = 0
  const timers = machines.map((machine, index) => {
    const say = () => {
      const time = Date.now()
      if (time >= machine.until) {
        const runs = machine.state !== 10
        machine.state = runs ? 10 : (stopStates[Math.floor(random() * stopStates.length)] ?? 5)
        const stopMs = random() < 0.1 ? 10 * minuteMs : 20_000
        machine.until = time + (runs ? 7 * minuteMs : stopMs) * (0.5 + random())
      }
      const { serialNo, state } = machine
      if (state === 10) machine.packs += 5
      const sample = { time, state, speed: state === 10 ? 60 : 0, packs: machine.packs }
      connection.publish(`packboard/${serialNo}/sample`, JSON.stringify(sample)).catch(() => {
        failed += 1
      })
    }
    let repeated: NodeJS.Timeout | undefined
    const first = setTimeout(
      () => {
        say()
        repeated = setInterval(say, sampleEveryMs)
      },
      (index / machines.length) * sampleEveryMs,
    )
    return () => {
      clearTimeout(first)
      clearInterval(repeated)
    }
  })
  return {
    async [Symbol.asyncDispose]() {
      for (const stop of timers) stop()
      if (failed > 0) console.log(`${failed} samples were not acknowledged`)
      connection.close()
    },
  }
}

/** Wall and processor time of a back-test of each kind. */
async function backTests([machines = '50', days = '30', rounds = '3', ...words]: string[]) {
  const filledDays = Number(days) + 2
  await withFilledMachines(
    { machines: Number(machines), days: filledDays, asInAPlant: true },
    async ({ url, pids, until }) => {
      const token = await signIn(url, 'admin')
      const from = new Date(until.getTime() - Number(days) * dayMs)
      const all = [...conditions.slice(0, 11), () => ({ kind: 'stoppedLonger', seconds: 600 })]
      for (const conditionOf of all) {
        const condition = conditionOf(0)
        const rule = ruleOf(condition, 0)
        const label = JSON.stringify(condition)
        if (words.length > 0 && !words.some((word) => label.includes(word))) continue
        const times: number[] = []
        let opened = ''
        const before = pids.map(cpuSeconds)
        while (times.length < Number(rounds)) {
          const begin = performance.now()
          try {
            const answer = backTestAlertRule.answer.parse(
              await send(url, token, backTestAlertRule, { rule, from, to: until }),
            )
            opened = `${answer.opened} opened`
          } catch (error) {
            opened = error instanceof Error ? error.message : String(error)
          }
          times.push((performance.now() - begin) / 1_000)
        }
        const cpu = pids.map((pid, i) => (cpuSeconds(pid) - (before[i] ?? 0)) / times.length)
        const shown = times.map((one) => one.toFixed(1)).join(' ')
        const cores = cpu.map((one) => one.toFixed(1)).join(' + ')
        console.log(`${label.padEnd(60)} ${shown} s, CPU ${cores} s, ${opened}, ${load()}`)
      }
    },
  )
}
