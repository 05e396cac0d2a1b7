import { setTimeout as sleep } from 'node:timers/promises'
import { load, serve } from './measure.ts'
import { cpuSeconds, startEngineApart } from './processes.ts'
import { printBytes } from './verifyStore.ts'

/** Until the hours of the history are written. */
const restMs = 20_000

/**
 * What the engine does while the 20 machines of the demo send once a second and nobody looks: its share of a core, and how many rows it
 * writes again for each that comes. Afterwards the bytes of each table and of its columns. `days` of history are sent first.
 */
export async function main([minutes = '5', days = '2']: string[]) {
  await using engine = await startEngineApart()
  const connection = await engine.connect()
  const rows = async <Row>(query: string) =>
    (await connection.writer().query({ query, format: 'JSONEachRow' })).json<Row>()
  await using packboard = await serve('engine-bench', { days, env: { CLICKHOUSE_URL: engine.url } })
  await packboard.historySent
  await sleep(restMs)
  const events = async () =>
    new Map(
      (await rows<{ event: string; value: string }>('SELECT event, value FROM system.events')).map(
        ({ event, value }) => [event, Number(value)],
      ),
    )
  const pids = { engine: engine.pid(), server: packboard.server.pid ?? 0 }
  const look = async () => ({
    at: performance.now(),
    engine: cpuSeconds(pids.engine),
    server: cpuSeconds(pids.server),
    events: await events(),
    blocks: new Map(
      (await rows<{ table: string; blocks: string }>(insertsSql)).map(({ table, blocks }) => [
        table,
        Number(blocks),
      ]),
    ),
  })
  const before = await look()
  await sleep(Number(minutes) * 60_000)
  const after = await look()
  const seconds = (after.at - before.at) / 1_000
  const core = (name: 'engine' | 'server') =>
    `${(((after[name] - before[name]) / seconds) * 100).toFixed(1)} %`
  console.log(`${load()} · engine ${core('engine')} of a core · server ${core('server')}`)
  const rate = (name: string) =>
    ((after.events.get(name) ?? 0) - (before.events.get(name) ?? 0)) / seconds
  for (const name of counted) console.log(`${name}: ${rate(name).toFixed(2)} a second`)
  for (const [table, blocks] of after.blocks) {
    const inserts = (blocks - (before.blocks.get(table) ?? 0)) / seconds
    if (inserts > 0) console.log(`inserts into ${table}: ${inserts.toFixed(2)} a second`)
  }
  console.log(
    `rows written again for each that came: ${(rate('MergedRows') / rate('InsertedRows')).toFixed(1)}`,
  )
  await printBytes(rows, (query) => connection.writer().command({ query }))
}

const counted = [
  'InsertQuery',
  'SelectQuery',
  'InsertedRows',
  'Merge',
  'MergedRows',
  'MergeTotalMilliseconds',
  'InsertQueryTimeMicroseconds',
  'SelectQueryTimeMicroseconds',
  'FileSync',
  'DirectorySync',
]

/** A part is numbered by the inserts that it holds. */
const insertsSql = `
  SELECT table, toString(sum(newest)) AS blocks
  FROM (
    SELECT table, partition, max(max_block_number) + 1 AS newest
    FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table, partition
  )
  GROUP BY table ORDER BY table
`
