/**
 * Brings the store of a data directory up to date in a process of its own, for tests that kill it in a step:
 * `stepProcess.ts <dataDir>`. It prints `engine <pid>`, `begin <step>.<statement>` when a statement was sent, and `done` at the end.
 */
import { argv, stdout } from 'node:process'
import type { ClickHouseClient } from '@clickhouse/client'
import { connect, startEngine } from '@packboard/engines/clickhouse'
import { migrations } from '../src/clickhouse/migrations/index.ts'
import { migrate } from '../src/clickhouse/migrations/migrate.ts'
import { silentLog } from '../src/telemetryLog.ts'

const [dataDir = ''] = argv.slice(2)
const database = 'packboard'
const say = (line: string) => stdout.write(`${line}\n`)
const places = migrations.flatMap(({ version, statements }) =>
  statements.map((statement, index) => ({ statement, place: `${version}.${index}` })),
)

const engine = await startEngine({ dataDir, database, log: silentLog })
say(`engine ${engine.pid()}`)
const { username, password } = engine.writer
const url = engine.url.replace('//', `//${username}:${password}@`)
const connection = await connect({ dataDir, url, database, log: silentLog })
await connection.createDatabase()
const writer = connection.writer()
await migrate(saying(writer), silentLog)
say('done')
await connection.close()
await engine.close()

/** The same client, which prints the place of each statement that it sends. */
function saying(client: ClickHouseClient): ClickHouseClient {
  // Two steps may hold one statement: the next in order is meant.
  let next = 0
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'command') return Reflect.get(target, name).bind(target)
      return (given: Parameters<ClickHouseClient['command']>[0]) => {
        const sent = target.command(given)
        const at = places.findIndex(
          ({ statement }, index) => index >= next && statement === given.query,
        )
        if (at >= 0) {
          say(`begin ${places[at]?.place}`)
          next = at + 1
        }
        return sent
      }
    },
  })
}
