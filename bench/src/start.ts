import { openTelemetry, type Telemetry } from '@packboard/telemetry/store'
import { fillMinutes } from '@packboard/telemetry/testing'
import { Installation } from './installation.ts'
import { load, temporaryDirectory } from './measure.ts'

const machines = 50
const secondMs = 1_000
const rounds = 3

/** A record a second: a state and a product of some minutes, a speed and a counter that change with each. */
const fillSql = `
  INSERT INTO sample (client_id, machine_id, at, source_at, sequence, received_at, batch, flagged, death,
    state, product, tool, user, speed_ppm, pack_counter, reject_counter)
  SELECT 1, {machine:UInt32}, fromUnixTimestamp64Milli({from:Int64} + toInt64(number) * 1000 + {machine:UInt32} * 17) AS time, time, 0,
    time + toIntervalMillisecond(20 + rand(1) % 200), number + 1, 0, 0,
    if(intDiv(number, 600) % 4 = 0, 5, 10), concat('Bars ', toString(intDiv(number, 14400) % 12)), 'Set 1', 'Operator 1',
    (1380 + rand(2) % 40) / 10, number * 2, intDiv(number, 100)
  FROM numbers({records:UInt64})
`

/**
 * How long a start takes until Packboard says that it is ready, with so many million records of 50 machines at a record a second, and
 * their minutes.
 */
export async function main([millions = '100']: string[]) {
  await using directory = await temporaryDirectory('start')
  const dataDir = directory.path
  const records = Math.floor((Number(millions) * 1e6) / machines)
  const telemetry = await openTelemetry({ dataDir })
  await fill(telemetry, records)
  await telemetry.close()
  const installation = new Installation(dataDir)
  for (let round = 1; round <= rounds; round++) {
    const begin = performance.now()
    await installation.start()
    await installation.ready()
    const took = ((performance.now() - begin) / 1_000).toFixed(1)
    console.log(`${records * machines} records: ready after ${took} s (${load()})`)
    await installation.stop()
  }
}

async function fill(telemetry: Telemetry, records: number) {
  const writer = telemetry.context.connection.writer()
  const minutes = Math.floor(records / 60)
  const from = Math.floor((Date.now() - records * secondMs) / 60_000) * 60_000
  for (let machine = 1; machine <= machines; machine++) {
    await writer.command({
      query: fillSql,
      query_params: { machine, from, records },
      clickhouse_settings: { wait_end_of_query: 1 },
    })
  }
  await fillMinutes(telemetry, { machines, minutes, from: new Date(from), contexts: 1 })
  await writer.insert({
    table: 'ledger_position',
    values: [
      { name: 'batch', batch: String(records) },
      { name: 'rules', batch: '1' },
    ],
    format: 'JSONEachRow',
  })
  // As after a minute of life: what was counted says which batches it contains.
  await writer.insert({
    table: 'ingest_count',
    values: [{ client_id: 1, machine_id: 1, hour: from / 1_000, upto: String(records) }],
    format: 'JSONEachRow',
  })
}
