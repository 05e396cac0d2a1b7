import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../processes.ts'
import {
  dayNumber,
  edgesOf,
  floats,
  inOrder,
  type LedgerRow,
  type LocalDay,
  lineOf,
  type Peer,
  type Question,
  type QuestionName,
  type Step,
  shiftAt,
  wholes,
  words,
} from './question.ts'

type Sums = { ms: bigint; run: bigint; idle: bigint; packs: bigint; stops: bigint }
type Field = 'ms' | 'packs' | 'stops'

const grouped: Record<
  QuestionName,
  { readonly by: readonly string[]; readonly sums: readonly Field[] }
> = {
  states: { by: ['category'], sums: ['ms'] },
  products: { by: ['product'], sums: ['packs'] },
  'stop causes': { by: ['category', 'cause_group', 'cause'], sums: ['ms', 'stops'] },
  'day summary': { by: ['machine_id', 'product', 'tool', 'category'], sums: ['ms', 'packs'] },
  'machine totals': { by: ['machine_id', 'category'], sums: ['ms', 'packs'] },
  speed: { by: [], sums: [] },
}

/** The lines of an answer out of series by tag, as a store without CASE gives them. */
class ContextLines {
  readonly #question: Question
  readonly #found = new Map<string, Sums>()
  readonly #speeds: string[] = []

  constructor(question: Question) {
    this.#question = question
  }

  get dimensions() {
    return grouped[this.#question.name].by
  }

  get sums() {
    return grouped[this.#question.name].sums
  }

  /** One sum, or several of the same tags; `at` is the beginning of its day, in seconds since 1970. */
  add(tags: Record<string, string>, at: number, ms: bigint, packs: bigint, stops: bigint) {
    const { category = '' } = tags
    const { name, days } = this.#question
    if (name === 'stop causes' && (category === 'run' || category === 'offline')) return
    const key = this.dimensions.filter((one) => one !== 'category').map((one) => tags[one] ?? '')
    if (name === 'states') key.push(category)
    if (name === 'day summary') {
      key.unshift(String(dayNumber(days.find(({ from }) => from === at)?.date ?? '')))
    }
    const text = lineOf(...key)
    const sums = this.#found.get(text) ?? { ms: 0n, run: 0n, idle: 0n, packs: 0n, stops: 0n }
    this.#found.set(text, sums)
    sums.ms += ms
    sums.packs += packs
    sums.stops += stops
    if (category === 'run') sums.run += ms
    if (category === 'idle') sums.idle += ms
  }

  speed(at: number, ms: number, sum: bigint, low: number, high: number) {
    const { days, stepSeconds } = this.#question
    const step = (at + shiftAt(days, at)) / stepSeconds
    if (ms > 0) this.#speeds.push(lineOf(step, ms, sum, low, high))
  }

  answer() {
    const shown: Record<QuestionName, (sums: Sums) => readonly bigint[]> = {
      states: ({ ms }) => [ms],
      products: ({ packs }) => [packs],
      'stop causes': ({ ms, stops }) => [ms, stops],
      'day summary': ({ run, idle, packs }) => [run, idle, packs],
      'machine totals': ({ run, idle, packs }) => [run, idle, packs],
      speed: () => [],
    }
    const of = shown[this.#question.name]
    return inOrder([
      ...[...this.#found].map(([key, sums]) => lineOf(key, ...of(sums))),
      ...this.#speeds,
    ])
  }
}

const clientId = 90
const pauseMs = 50
const attempts = 400
const rowsOfOneCall = 10_000
const daySeconds = 86_400
const billion = 1_000_000_000n
const million = 1_000_000n

/** Both of these stores take the same lines: one for each context of a step, tags for what is grouped by. */
function lines(step: Step, rows: readonly LedgerRow[], fieldsOf: (row: LedgerRow) => string) {
  return rows.map((row) => {
    const tags = ['state', ...words]
      .map((name) => [name, String(row[name as keyof LedgerRow])] as const)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `,${name}=${value.replace(/([,= ])/g, '\\$1')}`)
    const key = `${step}_row,client_id=${clientId},machine_id=${row.machine_id}${tags.join('')}`
    return `${key} ${fieldsOf(row)} ${row.began}`
  })
}

async function startProgram(program: string, args: readonly string[], health: string) {
  const child = spawn(program, args, { stdio: 'ignore' })
  const failed = new Promise<never>((_, reject) => child.once('error', reject))
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const answers = async () => {
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const ok = await fetch(health).then(
        (answer) => answer.ok,
        () => false,
      )
      if (ok) return
      await sleep(pauseMs)
    }
    throw new Error(`${program} does not answer`)
  }
  await Promise.race([failed, answers()])
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}

async function post(url: string, all: readonly string[]) {
  for (let first = 0; first < all.length; first += rowsOfOneCall) {
    const body = all.slice(first, first + rowsOfOneCall).join('\n')
    const answer = await fetch(url, { method: 'POST', body })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  }
}

/** Days of the same shift from UTC that follow one another; a day on which the clock changes is alone. */
function evenDays(days: readonly LocalDay[]): (readonly LocalDay[])[] {
  const runs: LocalDay[][] = []
  for (const day of days) {
    const last = runs.at(-1)?.at(-1)
    const even = (one: LocalDay) => one.to - one.from === daySeconds
    if (last && even(last) && even(day)) runs.at(-1)?.push(day)
    else runs.push([day])
  }
  return runs
}

type Series = {
  readonly tags?: Record<string, string>
  readonly columns: readonly string[]
  readonly values: readonly (readonly (number | null)[])[]
}
type InfluxAnswer = {
  readonly results: readonly { readonly series?: readonly Series[]; readonly error?: string }[]
}

/** InfluxDB of Debian (1.6). */
export async function startInflux(directory: string): Promise<Peer> {
  const [http, rpc] = [await freePort(), await freePort()]
  const file = join(directory, 'influx.conf')
  const place = (name: string) => JSON.stringify(join(directory, 'influx', name))
  await writeFile(
    file,
    `reporting-enabled = false
bind-address = "127.0.0.1:${rpc}"
[meta]
dir = ${place('meta')}
[data]
dir = ${place('data')}
wal-dir = ${place('wal')}
index-version = "tsi1"
query-log-enabled = false
[http]
bind-address = "127.0.0.1:${http}"
log-enabled = false
[monitor]
store-enabled = false
`,
  )
  const url = `http://127.0.0.1:${http}`
  const stop = await startProgram('influxd', ['-config', file], `${url}/ping`)
  const ask = async (q: string): Promise<Series[]> => {
    const body = new URLSearchParams({ db: 'rows', epoch: 's', q })
    const answer = await fetch(`${url}/query`, { method: 'POST', body })
    const { results } = (await answer.json()) as InfluxAnswer
    const wrong = results.find(({ error }) => error)
    if (wrong) throw new Error(`InfluxDB: ${wrong.error}`)
    return results.flatMap(({ series = [] }) => series)
  }
  await ask('CREATE DATABASE rows WITH DURATION INF SHARD DURATION 30d')
  const fields = (row: LedgerRow) =>
    [
      ...wholes.flatMap((name) => (row[name] === null ? [] : [`${name}=${row[name]}i`])),
      // No speed was known: nothing to be the lowest.
      ...floats.flatMap((name) =>
        row[name] === null || row.speed_ms === '0' ? [] : [`${name}=${row[name]}`],
      ),
    ].join(',')
  return {
    name: 'InfluxDB',
    schema: 'a point for each context, tags for what is grouped by, index tsi1, shards of 30 days',
    add: (step, rows) => post(`${url}/write?db=rows&precision=s`, lines(step, rows, fields)),
    async filled() {},
    async answer(question, step) {
      const found = new ContextLines(question)
      const machines = question.machineIds.map((id) => `machine_id='${id}'`).join(' OR ')
      const part = (from: number, to: number) =>
        `FROM ${step}_row WHERE client_id='${clientId}'${question.machineIds.length === 1 ? ` AND (${machines})` : ''} AND time >= ${from}s AND time < ${to}s`
      if (question.name === 'speed') {
        const chosen = 'sum(speed_ms), sum(speed_sum), min(speed_min), max(speed_max)'
        for (const days of evenDays(question.days)) {
          const edges = edgesOf({ ...question, days })
          const shift = edges.from % question.stepSeconds
          const series = await ask(
            `SELECT ${chosen} ${part(edges.from, edges.to)} GROUP BY time(${question.stepSeconds}s, ${shift}s) fill(none)`,
          )
          for (const [at = 0, ms, sum, low, high] of series[0]?.values ?? []) {
            found.speed(Number(at), ms ?? 0, BigInt(sum ?? 0), low ?? 0, high ?? 0)
          }
        }
        return found.answer()
      }
      const chosen = 'sum(ms) AS ms, sum(packs) AS packs, sum(stops) AS stops'
      const tags = found.dimensions.join(', ')
      const parts = question.name === 'day summary' ? evenDays(question.days) : [question.days]
      for (const days of parts) {
        const edges = edgesOf({ ...question, days })
        const shift = edges.from % daySeconds
        const byDay = question.name === 'day summary' && days.length > 1
        const group = byDay ? `${tags}, time(1d, ${shift}s) fill(none)` : tags
        for (const series of await ask(
          `SELECT ${chosen} ${part(edges.from, edges.to)} GROUP BY ${group}`,
        )) {
          for (const [at, ms, packs, stops] of series.values) {
            const day = byDay ? Number(at) : edges.from
            found.add(
              series.tags ?? {},
              day,
              BigInt(ms ?? 0),
              BigInt(packs ?? 0),
              BigInt(stops ?? 0),
            )
          }
        }
      }
      return found.answer()
    },
    close: stop,
  }
}

type VictoriaAnswer = {
  readonly data?: {
    readonly result: readonly {
      readonly metric: Record<string, string>
      readonly value?: readonly [number, string]
      readonly values?: readonly (readonly [number, string])[]
    }[]
  }
  readonly error?: string
}

/** VictoriaMetrics of Debian (1.79). Its numbers are floating: packs are kept whole, not in billionths. */
export async function startVictoria(directory: string): Promise<Peer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const stop = await startProgram(
    'victoria-metrics',
    [
      `-storageDataPath=${join(directory, 'victoria')}`,
      `-httpListenAddr=127.0.0.1:${port}`,
      '-retentionPeriod=10y',
      '-search.maxQueryDuration=300s',
      '-search.maxSamplesPerQuery=2000000000',
    ],
    `${url}/health`,
  )
  const ask = async (path: string, more: Record<string, string>) => {
    const body = new URLSearchParams({ nocache: '1', ...more })
    const answer = await fetch(`${url}/api/v1/${path}`, { method: 'POST', body })
    const { data, error } = (await answer.json()) as VictoriaAnswer
    if (!data) throw new Error(`VictoriaMetrics: ${error}`)
    return data.result.map(({ metric, value, values }) => ({
      metric,
      values: values ?? (value ? [value] : []),
    }))
  }
  const fields = (row: LedgerRow) =>
    [
      `ms=${row.ms},packs=${BigInt(row.packs) / billion},stops=${row.stops}`,
      `speed_ms=${row.speed_ms},speed_sum=${BigInt(row.speed_sum) / million}`,
      ...floats.flatMap((name) =>
        row[name] === null || row.speed_ms === '0' ? [] : [`${name}=${row[name]}`],
      ),
    ].join(',')
  return {
    name: 'VictoriaMetrics',
    schema: 'a series for each context and sum, labels for what is grouped by',
    add: (step, rows) => post(`${url}/write?precision=s`, lines(step, rows, fields)),
    async filled() {
      await fetch(`${url}/internal/force_flush`)
    },
    async answer(question, step) {
      const found = new ContextLines(question)
      const machines =
        question.machineIds.length === 1 ? `,machine_id="${question.machineIds[0]}"` : ''
      // A window holds its end and not its beginning: it ends a second before ours.
      const sums = async (field: string, by: string, days: readonly LocalDay[], fold = 'sum') => {
        const { from, to } = edgesOf({ ...question, days })
        const byDay = question.name === 'day summary' && days.length > 1
        const length =
          question.name === 'speed' ? question.stepSeconds : byDay ? daySeconds : to - from
        const of = `${step}_row_${field}{client_id="${clientId}"${machines}}`
        const query = `${fold} by (${by}) (${fold}_over_time(${of}[${length}s]))`
        const range = { start: String(from + length - 1), end: String(to - 1), step: `${length}s` }
        const result =
          length === to - from
            ? await ask('query', { query, time: String(to - 1) })
            : await ask('query_range', { query, ...range })
        return result.flatMap(({ metric, values }) =>
          values.map(([at, value]) => ({ metric, at: at + 1 - length, value: Number(value) })),
        )
      }
      if (question.name === 'speed') {
        for (const days of evenDays(question.days)) {
          const [ms, sum, low, high] = await Promise.all([
            sums('speed_ms', '', days),
            sums('speed_sum', '', days),
            sums('speed_min', '', days, 'min'),
            sums('speed_max', '', days, 'max'),
          ])
          const at = (all: typeof ms) => new Map(all.map((one) => [one.at, one.value]))
          const [sumAt, lowAt, highAt] = [at(sum), at(low), at(high)]
          for (const one of ms) {
            const scaled = BigInt(sumAt.get(one.at) ?? 0) * million
            found.speed(one.at, one.value, scaled, lowAt.get(one.at) ?? 0, highAt.get(one.at) ?? 0)
          }
        }
        return found.answer()
      }
      const parts = question.name === 'day summary' ? evenDays(question.days) : [question.days]
      const by = found.dimensions.join(',')
      for (const days of parts) {
        const all = await Promise.all(found.sums.map((field) => sums(field, by, days)))
        for (const [i, rows] of all.entries()) {
          for (const { metric, at, value } of rows) {
            const whole = BigInt(value)
            const of = (field: string, unit = 1n) => (found.sums[i] === field ? whole * unit : 0n)
            found.add(metric, at, of('ms'), of('packs', billion), of('stops'))
          }
        }
      }
      return found.answer()
    },
    close: stop,
  }
}
