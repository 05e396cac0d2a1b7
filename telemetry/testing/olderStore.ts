import { connect, startEngine } from '@packboard/engines/clickhouse'
import { migrations } from '../src/clickhouse/migrations/index.ts'
import { migrate } from '../src/clickhouse/migrations/migrate.ts'
import type { LedgerMinute } from '../src/ledger/fold/ledgerMinute.ts'
import type { LedgerAlarm, LedgerSample } from '../src/ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../src/ledger/fold/ledgerRule.ts'
import { encodeLabel } from '../src/ledger/store/openLabelText.ts'
import { silentLog } from '../src/telemetryLog.ts'

/** A machine as an older Packboard stored it: its records, and the minutes that follow from them. */
export type OlderMachine = {
  readonly clientId: number
  readonly machineId: number
  readonly rule: LedgerRule
  readonly samples: readonly LedgerSample[]
  readonly alarms: readonly LedgerAlarm[]
  readonly minutes: readonly LedgerMinute[]
}

const database = 'packboard'
/** The last step of the schema before the carry was packed. */
const olderVersion = 9
/** Since this step the minutes of a store are kept when it is brought up to date; before it they are computed anew. */
const minutesSince = 6

/** Fills a data directory by the steps of the schema up to one before the tenth, and in its form. */
export async function olderStore(
  dataDir: string,
  machines: readonly OlderMachine[],
  version = olderVersion,
) {
  const engine = await startEngine({ dataDir, database, log: silentLog })
  const { username, password } = engine.writer
  const url = engine.url.replace('//', `//${username}:${password}@`)
  const connection = await connect({ dataDir, url, database, log: silentLog })
  try {
    await connection.createDatabase()
    const writer = connection.writer()
    await migrate(writer, silentLog, migrations.slice(0, version))
    const insert = (table: string, values: readonly Record<string, unknown>[]) =>
      writer.insert({
        table,
        values: [...values],
        format: 'JSONEachRow',
        // What a schema had no column for, it did not keep.
        clickhouse_settings: { input_format_skip_unknown_fields: 1 },
      })
    await insert('sample', machines.flatMap(samplesOf))
    await insert('alarm', machines.flatMap(alarmsOf))
    await insert('machine_rule', machines.map(ruleOf))
    if (version < minutesSince) return
    for (const minutes of machines.map(minutesOf)) await insert('minute_ledger', minutes)
    await insert('ledger_position', [
      { name: 'batch', batch: '1' },
      { name: 'rules', batch: '1' },
    ])
  } finally {
    await connection.close()
    await engine.close()
  }
}

function samplesOf({ clientId, machineId, samples }: OlderMachine) {
  return samples.map(({ at, sourceAt, sequence, death = false, ...values }) => ({
    ...{
      client_id: clientId,
      machine_id: machineId,
      at: seconds(at),
      source_at: seconds(sourceAt),
    },
    ...{ sequence, received_at: seconds(at), batch: '1', flagged: sourceAt > at, death },
    ...{ state: values.state, product: values.product, tool: values.tool, user: values.user },
    ...{ speed_ppm: values.speedPpm, pack_counter: values.packCounter },
    ...{ batch_counter: values.batchCounter, reject_counter: values.rejectCounter },
    unit_mode: values.unitMode,
  }))
}

function alarmsOf({ clientId, machineId, alarms }: OlderMachine) {
  return alarms.map(({ raisedAt, group, description }) => ({
    ...{ client_id: clientId, machine_id: machineId, raised_at: seconds(raisedAt) },
    ...{ alarm_group: group, description, received_at: seconds(raisedAt), batch: '1' },
  }))
}

function ruleOf({ clientId, machineId, rule }: OlderMachine) {
  return {
    ...{ client_id: clientId, machine_id: machineId, version: '1', set_at: '2026-01-01 00:00:00' },
    ...{ hold_ms: rule.holdMs, target_ppm: rule.targetPpm, design_ppm: rule.designPpm },
    ...{ categories: rule.categories, recipe_ppm: Object.fromEntries(rule.recipePpm) },
  }
}

function minutesOf({ clientId, machineId, minutes }: OlderMachine) {
  return minutes.map(({ minute, pieces, spans, carry, openLabel }) => ({
    ...{
      client_id: clientId,
      machine_id: machineId,
      minute: minute / 1_000,
      version: '1',
      cleared: 0,
    },
    'pieces.state': pieces.map(({ state }) => state),
    'pieces.category': pieces.map(({ category }) => category),
    'pieces.product': pieces.map(({ product }) => product),
    'pieces.tool': pieces.map(({ tool }) => tool),
    'pieces.user': pieces.map(({ user }) => user),
    'pieces.cause_group': pieces.map(({ causeGroup }) => causeGroup),
    'pieces.cause': pieces.map(({ cause }) => cause),
    'pieces.ms': pieces.map(({ ms }) => ms),
    'pieces.packs': pieces.map(({ packs }) => decimal(packs, 9)),
    'pieces.rejects': pieces.map(({ rejects }) => (rejects === null ? null : decimal(rejects, 9))),
    'pieces.speed_ms': pieces.map(({ speedMs }) => speedMs),
    'pieces.speed_sum': pieces.map(({ speedSum }) => decimal(speedSum, 6)),
    'pieces.speed_min': pieces.map(({ speedMin }) => speedMin && speedMin / 1e6),
    'pieces.speed_max': pieces.map(({ speedMax }) => speedMax && speedMax / 1e6),
    'pieces.samples': pieces.map(({ samples }) => samples),
    'pieces.flagged': pieces.map(({ flagged }) => flagged),
    'pieces.stops': pieces.map(({ stops }) => stops),
    'spans.from_ms': spans.map(({ from }) => from),
    'spans.to_ms': spans.map(({ to }) => to),
    'spans.state': spans.map(({ state }) => state),
    carry,
    open_label: encodeLabel(openLabel),
  }))
}

const seconds = (ms: number) => (ms / 1_000).toFixed(3)

/** Units of the last place as text. */
function decimal(value: bigint, places: number): string {
  const digits = value.toString().padStart(places + 1, '0')
  return `${digits.slice(0, -places)}.${digits.slice(-places)}`
}

/** The number of the last step that the store of a data directory has taken. */
export async function schemaOfStore(dataDir: string): Promise<number> {
  const engine = await startEngine({ dataDir, database, log: silentLog })
  const { username, password } = engine.writer
  const url = engine.url.replace('//', `//${username}:${password}@`)
  const connection = await connect({ dataDir, url, database, log: silentLog })
  try {
    const answer = await connection.writer().query({
      query: 'SELECT toUInt32(max(version)) AS version FROM schema_version',
      format: 'JSONEachRow',
    })
    const [found] = await answer.json<{ version: number }>()
    return found?.version ?? 0
  } finally {
    await connection.close()
    await engine.close()
  }
}
