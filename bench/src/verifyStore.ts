import { setTimeout as sleep } from 'node:timers/promises'
import { openTelemetry, type Telemetry } from '@packboard/telemetry/store'
import {
  countedAndStored,
  fillMinutes,
  rawSamples,
  verifyLedger,
} from '@packboard/telemetry/testing'

/** Opens the telemetry of a stopped installation and compares it with itself: raw rows, and the ledger made of them. */
export async function verifyStore(dataDir: string) {
  const telemetry = await openTelemetry({ dataDir })
  try {
    const raw = await rawSamples(telemetry)
    const { differences } = await verifyLedger(telemetry)
    return { ...raw, ledgerDifferences: differences.length }
  } finally {
    await telemetry.close()
  }
}

/** Closes a store and says whether its minutes are as its records say; with a difference the measurement ends with code 1. */
export async function closeAndVerify(telemetry: Telemetry, dataDir: string) {
  await telemetry.close()
  const { ledgerDifferences } = await verifyStore(dataDir)
  console.log(`minutes that differ from the records: ${ledgerDifferences}`)
  if (ledgerDifferences > 0) process.exitCode = 1
}

/** The records of a stopped installation as they were counted, and as they are stored, without those that Packboard wrote itself. */
export async function verifyCounts(dataDir: string) {
  const telemetry = await openTelemetry({ dataDir })
  try {
    const { stored, identities, own } = await rawSamples(telemetry)
    const lines = await countedAndStored(telemetry)
    const sum = (field: 'accepted' | 'duplicate' | 'quarantined') =>
      lines.reduce((total, line) => total + line[field], 0)
    const accepted = sum('accepted')
    const duplicate = sum('duplicate')
    const quarantined = sum('quarantined')
    const received = accepted + duplicate + quarantined
    return {
      received,
      accepted,
      duplicate,
      quarantined,
      stored: stored - own,
      twice: stored - identities,
    }
  } finally {
    await telemetry.close()
  }
}

/** A store with minutes of machines and their hours, and how many seconds these took in the background. */
export async function filledStore(dataDir: string, fill: Parameters<typeof fillMinutes>[1]) {
  const filling = await openTelemetry({ dataDir })
  await fillMinutes(filling, fill)
  await filling.close()
  const telemetry = await openTelemetry({ dataDir })
  const begin = performance.now()
  await hoursMade(telemetry)
  return { telemetry, seconds: (performance.now() - begin) / 1_000 }
}

/** Resolves when every hour that is over is written from its minutes. */
export async function hoursMade(telemetry: Telemetry) {
  for (;;) {
    const { hourMonthsToCheck, hoursToWrite } = telemetry.metrics()
    if (hourMonthsToCheck === 0 && hoursToWrite === 0) return
    await sleep(20)
  }
}

const pauseMs = 200

/** Waits until the hours of all minutes are made. */
export async function hoursWritten(url: string) {
  for (;;) {
    const text = await (await fetch(`${url}/metrics`)).text()
    const left = ['hour_months_to_check', 'hours_to_write'].map((name) =>
      Number(new RegExp(`^packboard_telemetry_${name} (\\d+)`, 'm').exec(text)?.[1] ?? Number.NaN),
    )
    if (left.some(Number.isNaN)) throw new Error('the metrics say nothing of hours')
    if (left.every((one) => one === 0)) return
    await sleep(pauseMs)
  }
}

type Rows = <Row>(query: string) => Promise<Row[]>

/** Bytes of each table once all of its rows are merged, and of the columns of records, minutes and hours, a row; smaller than `least` is left out. */
export async function printBytes(rows: Rows, command: (query: string) => Promise<unknown>) {
  for (const table of measured) await command(`OPTIMIZE TABLE ${table} FINAL`)
  for (const table of await rows<{ table: string; rows: string; bytes: string }>(tablesSql)) {
    const each = Number(table.bytes) / Math.max(1, Number(table.rows))
    console.log(`${table.table}: ${table.rows} rows, ${each.toFixed(2)} bytes each`)
  }
  for (const column of await rows<{ table: string; column: string; each: number }>(columnsSql)) {
    console.log(`  ${column.table}.${column.column}: ${column.each.toFixed(2)}`)
  }
}

const measured = ['sample', 'minute_ledger', 'hour_ledger']
const tablesSql = `
  SELECT table, toString(sum(rows)) AS rows, toString(sum(data_compressed_bytes)) AS bytes
  FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table
`
const columnsSql = `
  SELECT c.table AS table, c.name AS column, c.data_compressed_bytes / p.rows AS each
  FROM system.columns AS c
  JOIN (SELECT table, sum(rows) AS rows FROM system.parts WHERE active AND database = currentDatabase() GROUP BY table) AS p ON p.table = c.table
  WHERE c.database = currentDatabase() AND c.table IN ('${measured.join("', '")}') AND each > 0.02
  ORDER BY table, each DESC
`
