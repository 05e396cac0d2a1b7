import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { cpus, hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPackboard } from '../../../scripts/demo.mjs'
import { database, startEngineApart } from '../engineApart.ts'
import { hoursWritten } from '../hoursWritten.ts'
import { manyClient, seedManyMachines } from '../manyMachines.ts'
import { signIn } from '../packboardCalls.ts'
import { asApiShows, callOf, linesOfApi } from './apiAnswers.ts'
import { steps } from './minuteRow.ts'
import { type OwnEngine, openOwnEngine } from './ownEngine.ts'
import { fillPlant, hasHours, localYear, machineIds, questionsOf } from './plant.ts'
import { edgesOf, type LocalDay, type Peer, type Question } from './question.ts'
import { comparable } from './questionSql.ts'
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
