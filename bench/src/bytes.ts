import { setTimeout as sleep } from 'node:timers/promises'
import { serve } from './measure.ts'
import { startEngineApart } from './processes.ts'
import { printBytes } from './verifyStore.ts'

/** Until the minutes and hours of the history are written. */
const restMs = 20_000

/** Bytes a record, a minute and an hour row on disk after `days` of the demo's 20 machines, by column. */
export async function main([days = '7']: string[]) {
  await using engine = await startEngineApart()
  const connection = await engine.connect()
  const writer = connection.writer()
  await using packboard = await serve('bytes', { days, env: { CLICKHOUSE_URL: engine.url } })
  await packboard.historySent
  await sleep(restMs)
  await packboard.stop()
  await printBytes(
    async <Row>(query: string) =>
      (await writer.query({ query, format: 'JSONEachRow' })).json<Row>(),
    (query) => writer.command({ query }),
  )
}
