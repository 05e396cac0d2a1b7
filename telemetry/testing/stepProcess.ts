/**
 * Takes the steps of `tinySteps.ts` in the store of a data directory in a process of its own, for tests that kill it in a step:
 * `stepProcess.ts <dataDir>`. It prints `engine <pid>`, `begin <step>.<statement>` when a statement was sent, and `done` at the end.
 */
import { argv, stdout } from 'node:process'
import type { ClickHouseClient } from '@clickhouse/client'
import { migrate } from '../src/clickhouse/migrations/migrate.ts'
import { silentLog } from '../src/context.ts'
import { withBareStore } from './bareStore.ts'
import { tinySteps } from './tinySteps.ts'

const [dataDir = ''] = argv.slice(2)
const say = (line: string) => stdout.write(`${line}\n`)
const places = tinySteps.flatMap(({ version, statements }) =>
  statements.map((statement, index) => ({ statement, place: `${version}.${index}` })),
)

await withBareStore(dataDir, async (writer, enginePid) => {
  say(`engine ${enginePid}`)
  await migrate(saying(writer), silentLog, tinySteps)
  say('done')
})

/** The same client, which prints the place of each statement that it sends. */
function saying(client: ClickHouseClient): ClickHouseClient {
  return new Proxy(client, {
    get(target, name) {
      if (name !== 'command') return Reflect.get(target, name).bind(target)
      return (given: Parameters<ClickHouseClient['command']>[0]) => {
        const sent = target.command(given)
        const at = places.find(({ statement }) => statement === given.query)
        if (at) say(`begin ${at.place}`)
        return sent
      }
    },
  })
}
