import { z } from 'zod'
import { deadline, insertDurably } from './clickhouse/insertDurably.ts'
import { select } from './clickhouse/select.ts'
import type { Telemetry } from './store.ts'

/** Which installation the store belongs to, and the highest ids and the newest change that it knows (D68). */
export type TelemetryOwner = {
  /** Null in a store that no start has named yet. */
  readonly id: string | null
  /** No machine ever had a rule here, and so none a record. */
  readonly empty: boolean
  readonly highest: {
    readonly clientId: number
    readonly machineId: number
    /** Of the management store. */
    readonly change: number
  }
}

const idSql = 'SELECT id FROM installation ORDER BY named_at DESC LIMIT 1'
const knownSql = `
  SELECT max(client_id) AS clientId, max(machine_id) AS machineId, count() = 0 AS empty
  FROM machine_rule
`
const changeSql = 'SELECT max(newest) AS newest FROM management_change'
const changeRow = z.object({ newest: z.coerce.number() })
const idRow = z.object({ id: z.string() })
const knownRow = z.object({
  clientId: z.number(),
  machineId: z.number(),
  empty: z.coerce.boolean(),
})

export async function telemetryOwner({ context }: Telemetry): Promise<TelemetryOwner> {
  const [named, known, changes] = await Promise.all([
    select(context, { name: 'installation.id', sql: idSql, params: {}, row: idRow }),
    select(context, { name: 'installation.known', sql: knownSql, params: {}, row: knownRow }),
    select(context, { name: 'installation.change', sql: changeSql, params: {}, row: changeRow }),
  ])
  const { clientId = 0, machineId = 0, empty = true } = known[0] ?? {}
  const change = changes[0]?.newest ?? 0
  return { id: named[0]?.id ?? null, empty, highest: { clientId, machineId, change } }
}

/** Names the store, or names it anew. */
export async function nameTelemetry({ context }: Telemetry, id: string): Promise<void> {
  const named_at = new Date(context.now()).toISOString().replace('T', ' ').replace('Z', '')
  await insertDurably(
    context,
    {
      name: 'installation.name',
      sql: 'INSERT INTO installation FORMAT JSONEachRow',
      rows: Buffer.from(JSON.stringify({ id, named_at })),
    },
    { limit: deadline() },
  )
}

/** Keeps the number of the newest change of the management store; a lower one than before changes nothing. */
export async function noteManagementChange({ context }: Telemetry, newest: number): Promise<void> {
  await insertDurably(
    context,
    {
      name: 'installation.noteChange',
      sql: 'INSERT INTO management_change FORMAT JSONEachRow',
      rows: Buffer.from(JSON.stringify({ only_row: 1, newest })),
    },
    { limit: deadline() },
  )
}
