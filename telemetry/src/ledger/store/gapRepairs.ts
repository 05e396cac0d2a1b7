import { readStateTimes, stateTimesOf } from '@packboard/model'
import { deadline, persist } from '../../clickhouse/insertDurably.ts'
import { scaled } from '../../clickhouse/readRows.ts'
import { selectAll } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { Repair } from '../fold/gapRepair.ts'
import type { RepairChanges } from '../fold/repairList.ts'
import type { MachinePlace } from './machinePlace.ts'

const sql = `
  SELECT client_id AS clientId, machine_id AS machineId, begins, until, product, tool, times,
    toString(packs) AS packs, toString(rejects) AS rejects
  FROM gap_repair FINAL
  WHERE repaired = 1
`

const columns = {
  clientId: 'UInt32',
  machineId: 'UInt32',
  begins: 'DateTime64',
  until: 'DateTime64',
  product: 'String',
  tool: 'String',
  times: 'String',
  packs: 'Nullable(String)',
  rejects: 'Nullable(String)',
} as const

/** What fills the gaps of all machines, as it was last written. */
export async function readGapRepairs(
  context: TelemetryContext,
): Promise<(MachinePlace & { readonly repair: Repair })[]> {
  const count = (text: string | null) => (text === null ? null : scaled(text, 9))
  const rows = await selectAll(context, { name: 'ledger.readGapRepairs', sql, params: {}, columns })
  return rows.map(({ clientId, machineId, begins, until, product, tool, ...counted }) => {
    const times = readStateTimes(counted.times)
    const [packs, rejects] = [count(counted.packs), count(counted.rejects)]
    return {
      clientId,
      machineId,
      repair: { from: begins, to: until, product, tool, times, packs, rejects },
    }
  })
}

/** Written after the rows of these gaps: what is lost in a crash is found, and its rows are written, again. */
export async function writeGapRepairs(
  context: TelemetryContext,
  version: bigint,
  machines: readonly (MachinePlace & { readonly changes: RepairChanges })[],
): Promise<void> {
  const values = machines.flatMap(({ clientId, machineId, changes }) =>
    [...changes].map(([until, repair]) => ({
      client_id: clientId,
      machine_id: machineId,
      until: textOf(until),
      version: String(version),
      repaired: repair ? 1 : 0,
      begins: textOf(repair?.from ?? until),
      product: repair?.product ?? '',
      tool: repair?.tool ?? '',
      times: stateTimesOf(repair?.times ?? []),
      packs: decimal(repair?.packs),
      rejects: decimal(repair?.rejects),
    })),
  )
  if (values.length === 0) return
  await persist(context, deadline(), () =>
    context.connection.writer().insert({
      table: 'gap_repair',
      values,
      format: 'JSONEachRow',
      clickhouse_settings: { log_comment: 'ledger.writeGapRepairs', insert_deduplicate: 0 },
    }),
  )
}

const textOf = (at: number) => new Date(at).toISOString().replace('T', ' ').slice(0, -1)

/** Billionths as the engine reads them. */
function decimal(nanos: bigint | null | undefined): string | null {
  if (nanos == null) return null
  const digits = nanos.toString().padStart(10, '0')
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`
}
