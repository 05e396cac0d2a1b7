import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, silentLog } from '@packboard/engines/clickhouse'
import { startPackboard } from '../../scripts/demo.mjs'
import { database, startEngineApart } from './processes.ts'
import { printBytes } from './verifyStore.ts'

/** Until the minutes and hours of the history are written. */
const restMs = 20_000

/** Bytes a record, a minute and an hour row on disk after `days` of the demo's 20 machines, by column. */
export async function main([days = '7']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-bytes-'))
  const engine = await startEngineApart()
  const { url } = engine
  const connection = await connect({ dataDir: engine.dataDir, url, database, log: silentLog })
  const writer = connection.writer()
  let history: (() => void) | undefined
  const sent = new Promise<void>((done) => {
    history = done
  })
  const packboard = await startPackboard({
    stdio: 'ignore',
    env: {
      ...{ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, CLICKHOUSE_URL: url, DAYS: days },
      LOG_LEVEL: 'error',
    },
    onPlant: (message) => message.type === 'history' && history?.(),
  })
  try {
    await sent
    await sleep(restMs)
    await packboard.stop()
    await printBytes(
      async <Row>(query: string) =>
        (await writer.query({ query, format: 'JSONEachRow' })).json<Row>(),
      (query) => writer.command({ query }),
    )
  } finally {
    await packboard.stop()
    await connection.close()
    await engine.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
