import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  daySummary,
  machineStatusPie,
  machinesData,
  productsPie,
  speedPerMinute,
  stopCauses,
} from '@packboard/contract'
import { type Connection, connect, silentLog } from '@packboard/engines/clickhouse'
import { startPackboard } from '../../../scripts/demo.mjs'
import { manyClient, seedManyMachines } from '../manyMachines.ts'
import { signIn } from '../packboardCalls.ts'
import { database, startEngineApart } from '../processes.ts'
import { hoursWritten } from '../verifyStore.ts'
import { fillPlant, hasHours, localYear, machineIds, questionsOf } from './plant.ts'
import {
  type Answer,
  comparable,
  type Dialect,
  dayNumber,
  edgesOf,
  flatRows,
  inOrder,
  type LedgerRow,
  type LocalDay,
  lineOf,
  type Peer,
  type Question,
  type QuestionName,
  questionSql,
  rowsSql,
  type Step,
  shiftAt,
  steps,
} from './question.ts'
import { alternate, mustEqual, printTimes, type Way } from './rounds.ts'
import { startDuckDb, startPostgres, startSqlite } from './sqlPeers.ts'
import { startInflux, startVictoria } from './timeSeriesPeers.ts'

/** Days of one machine that are handed to a peer at once. */
const daysAtOnce = 31
/** A person may ask 20 times a second. */
const betweenMs = 60

/**
 * The same questions to Packboard by HTTP, to its engine alone and to other stores with the same minute rows and again with the same
 * hour rows, in alternating rounds. All sums are compared to the digit before a time counts: a difference ends it with code 1.
 */
export async function main([rounds = '7', days = '30', machines = '50']: string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'packboard-peers-'))
  // The users of PostgreSQL and of its neighbours must reach their own directories.
  const [dataDir, peersDir] = [join(directory, 'packboard'), join(directory, 'peers')]
  await chmod(directory, 0o755)
  await mkdir(peersDir, { mode: 0o755 })
  const ends: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true })]
  try {
    const serialNos = await seedManyMachines(dataDir, Number(machines))
    const ids = await machineIds(dataDir)
    const engine = await startEngineApart()
    ends.unshift(() => engine.close())
    const { url } = engine
    const year = localYear()
    const last = year.slice(-Number(days))
    await fillPlant({ dataDir, url }, ids, year, last)
    const packboard = await startPackboard({
      plant: false,
      stdio: 'ignore',
      env: {
        ...{ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, CLICKHOUSE_URL: url },
        LOG_LEVEL: 'error',
      },
    })
    ends.unshift(() => packboard.stop())
    await hoursWritten(packboard.url)
    const own = await openOwnEngine({ dataDir, url, database })
    ends.unshift(() => own.close())
    const peers: Peer[] = []
    for (const [name, start] of Object.entries(starters)) {
      const peer = await start(peersDir).catch((error: Error) => {
        console.log(`${name} is left out: ${error.message.split('\n')[0]}`)
      })
      if (!peer) continue
      ends.unshift(() => peer.close())
      peers.push(peer)
      await fillPeer(peer, own, ids, (id) => (id === ids[0] ? year : last))
    }
    console.log(
      `${hostname()}, ${cpus().length} cores, ${new Date().toISOString()}: npm run bench -- peers ${rounds} ${days} ${machines}`,
    )
    console.log('| question | store | median ms | p95 ms | Packboard / store | load |')
    console.log('| --- | --- | --- | --- | --- | --- |')
    const names = new Map(ids.map((id, i) => [id, serialNos[i] ?? '']))
    const client = { clientId: manyClient.id, serialOf: (id: number) => names.get(id) ?? '' }
    const page = { url: packboard.url, token: await signIn(packboard.url, 'admin'), client }
    for (const question of questionsOf(ids, year, Number(days))) {
      const ways = await equalWays(question, page, own, peers)
      const label = `${question.name} ${question.days.length} d × ${question.machineIds.length}`
      printTimes(label, ways, await alternate(ways, Number(rounds)))
    }
  } catch (error) {
    console.log(error instanceof Error ? error.message : error)
    process.exitCode = 1
  } finally {
    for (const end of ends) await end()
  }
}

const starters: Record<string, (directory: string) => Promise<Peer>> = {
  PostgreSQL: startPostgres,
  DuckDB: startDuckDb,
  SQLite: startSqlite,
  InfluxDB: startInflux,
  VictoriaMetrics: startVictoria,
}

async function fillPeer(
  peer: Peer,
  own: OwnEngine,
  ids: readonly number[],
  daysOf: (id: number) => readonly LocalDay[],
) {
  const begin = performance.now()
  for (const id of ids) {
    const days = daysOf(id)
    for (let first = 0; first < days.length; first += daysAtOnce) {
      const { from, to } = edgesOf({ days: days.slice(first, first + daysAtOnce) })
      for (const step of steps) await peer.add(step, await own.rows(step, id, from, to))
    }
  }
  await peer.filled()
  const seconds = ((performance.now() - begin) / 1_000).toFixed(0)
  console.log(`${peer.name}, filled in ${seconds} s: ${peer.schema}`)
}

type Page = {
  readonly url: string
  readonly token: string
  readonly client: Parameters<typeof callOf>[1]
}

/** The ways to answer a question, after all of them gave the same sums. */
async function equalWays(
  question: Question,
  { url, token, client }: Page,
  own: OwnEngine,
  peers: readonly Peer[],
): Promise<Way[]> {
  const { path, body } = callOf(question, client)
  const askApi = async (): Promise<unknown> => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: { 'x-access-token': token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const exact = comparable(question, await own.answer(question, 'minute'))
  const shown = comparable(question, linesOfApi(question, await askApi()))
  mustEqual(`${question.name}: Packboard`, asApiShows(question, exact, client), shown)
  const ways: Way[] = [{ name: 'Packboard', work: askApi }]
  for (const step of steps.filter((one) => one === 'minute' || hasHours(question))) {
    for (const store of [{ ...own, name: 'its engine alone' }, ...peers]) {
      const name = `${store.name}, ${step} rows`
      const found = comparable(question, await store.answer(question, step))
      mustEqual(`${question.name}: ${name}`, exact, found)
      ways.push({ name, work: () => store.answer(question, step) })
    }
  }
  await sleep(betweenMs)
  return ways
}

type Call = { readonly path: string; readonly body?: object }
type Machines = { readonly clientId: number; serialOf(machineId: number): string }

/** The call of a page that answers a question; the window ends at a midnight. */
function callOf(question: Question, machines: Machines): Call {
  const { name, machineIds, days } = question
  const [only = 0, ...others] = machineIds
  const machine = others.length > 0 ? 'All' : machines.serialOf(only)
  const { from, to } = edgesOf(question)
  const query = new URLSearchParams({
    ...{ clientId: String(machines.clientId), machineId: machine, machine },
    ...{ start_date: days.at(0)?.date ?? '', end_date: days.at(-1)?.date ?? '' },
    timezone: 'Europe/London',
  })
  if (name === 'machine totals') {
    const dates = { start_date: isoOf(from), end_date: isoOf(to) }
    const machinesIdArray = machineIds.map((id) => machines.serialOf(id))
    const body = { ...dates, clientId: machines.clientId, initialReq: 'yes', machinesIdArray }
    return { path: machinesData.path, body }
  }
  const paths: Record<Exclude<QuestionName, 'machine totals'>, string> = {
    states: machineStatusPie.path,
    products: productsPie.path,
    'stop causes': stopCauses.path,
    'day summary': daySummary.path,
    speed: speedPerMinute.path,
  }
  return { path: `${paths[name]}?${query}` }
}

const isoOf = (seconds: number) => new Date(seconds * 1_000).toISOString()
const packs = (billionths: string) => Number(billionths) / 1e9

/** What a page is given, in one order. */
function linesOfApi({ name, stepSeconds, days }: Question, body: unknown): Answer {
  const lines: Record<QuestionName, () => string[]> = {
    states: () =>
      machineStatusPie.answer
        .parse(body)
        .data.pieChunks.filter(({ x, y }) => x !== 'Offline' && y !== 0)
        .map(({ x, y }) => lineOf(x.toLowerCase(), y)),
    products: () => productsPie.answer.parse(body).data.pieChunks.map(({ x, y }) => lineOf(x, y)),
    'stop causes': () =>
      stopCauses.answer
        .parse(body)
        .causes.map(({ group, cause, seconds, count }) => lineOf(group, cause, seconds, count)),
    'day summary': () =>
      daySummary.answer
        .parse(body)
        .groupedData.map((row) =>
          lineOf(
            ...[row.Day, row.Machine, row.Product, row.Tool],
            ...[row['Run Time'], row['Idle Time'], row['Number of Packs Packed']],
          ),
        ),
    'machine totals': () =>
      machinesData.answer
        .parse(body)
        .dataArray.map((row) =>
          lineOf(row.machineId, row.Run_Time_Prod, row.Idle_Time_Prod, row.Total_Packs_Prod),
        ),
    speed: () =>
      speedPerMinute.answer.parse(body).data.speed.map(({ x, y, min, max }) => {
        const at = Date.parse(String(x)) / 1_000
        return lineOf((at + shiftAt(days, at)) / stepSeconds, y, min, max)
      }),
  }
  return inOrder(lines[name]())
}

/** The exact sums as a page would be given them. */
function asApiShows(question: Question, answer: Answer, machines: Machines): Answer {
  const dates = new Map(question.days.map(({ date }) => [String(dayNumber(date)), date]))
  const serial = (id = '') => machines.serialOf(Number(id))
  const shown: Record<QuestionName, (values: string[]) => string | null> = {
    states: ([category, ms]) => (ms === '0' ? null : lineOf(category, Number(ms) / 1_000)),
    products: ([product, sum = '']) => (sum === '0' ? null : lineOf(product, packs(sum))),
    'stop causes': ([group, cause, ms, stops]) => lineOf(group, cause, Number(ms) / 1_000, stops),
    'day summary': ([day = '', id, product, tool, run, idle, sum = '']) =>
      lineOf(
        ...[dates.get(day), serial(id), product, tool],
        ...[Number(run) / 1_000, Number(idle) / 1_000, packs(sum)],
      ),
    'machine totals': ([id, run, idle, sum = '']) =>
      lineOf(serial(id), Number(run) / 1_000, Number(idle) / 1_000, packs(sum)),
    speed: ([step, ms, sum, low, high]) => lineOf(step, Number(sum) / 1e6 / Number(ms), low, high),
  }
  return inOrder(
    answer.map((line) => shown[question.name](line.split('|'))).filter((line) => line !== null),
  )
}

const dialect = (step: Step): Dialect => ({
  table: flatRows[step],
  quotient: (dividend, divisor) => `intDiv(${dividend}, ${divisor})`,
  instant: (seconds) => `toDateTime(${seconds}, 'UTC')`,
  seconds: 'toInt64(toUnixTimestamp(began))',
  packs: (sum) => `toInt64(${sum} * 1000000000)`,
  speed: (sum) => `toInt64(${sum} * 1000000)`,
})

/** The engine of the product, questioned without the server: what the server adds is the difference. */
async function openOwnEngine(place: { dataDir: string; url: string; database: string }) {
  const connection: Connection = await connect({ ...place, log: silentLog })
  const query = async (sql: string) =>
    connection.writer().query({ query: sql, format: 'JSONCompactEachRow' })
  return {
    async answer(question: Question, step: Step) {
      const rows = await (await query(questionSql(question, dialect(step)))).json<unknown[]>()
      return inOrder(rows.map((row) => lineOf(...row)))
    },
    /** The rows that peers are filled with, one machine and some days at a time. */
    async rows(step: Step, machineId: number, from: number, to: number): Promise<LedgerRow[]> {
      const sql = rowsSql(step, machineId, from, to)
      const answer = await connection.writer().query({ query: sql, format: 'JSONEachRow' })
      return answer.json<LedgerRow>()
    },
    close: () => connection.close(),
  }
}

type OwnEngine = Awaited<ReturnType<typeof openOwnEngine>>
