import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'

/**
 * The number of the newest durable batch: what an answer that is given now has seen. Of an answer about these machines from an
 * instant on that leaves out late records, the newest one that all figures contain.
 */
export async function revision(
  { context }: Telemetry,
  leavingOut?: { readonly machineIds: readonly number[]; readonly from: Date },
): Promise<bigint> {
  if (leavingOut === undefined) return Promise.resolve(context.counters.revision)
  const { machineIds, from } = leavingOut
  return Promise.resolve(context.ledger.revisionWithout(machineIds, from.getTime()))
}

/** Do records wait that came late, for a time more than two hours before this instant: would `leavesOutBefore` leave some out now? */
export const leavesOut = (
  { context }: Telemetry,
  { machineIds, from }: { readonly machineIds: readonly number[]; readonly from: Date },
): boolean => context.ledger.leavesOut(machineIds, from.getTime())

const sql = `
  SELECT 1 AS changed
  FROM sample
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND batch > {revision:UInt64}
    AND at < {before:DateTime64(3,'UTC')}
  LIMIT 1
`

/**
 * Whether records that came after a revision (or another rule of a machine) changed figures of the time before an
 * instant (D28): then increments from there on would no longer add up to the totals.
 */
export async function changedBefore(
  telemetry: Telemetry,
  scope: ClientScope,
  {
    machineIds,
    revision,
    before,
  }: { readonly machineIds: readonly number[]; readonly revision: bigint; readonly before: Date },
): Promise<boolean> {
  if (telemetry.context.ledger.ruleChangedAfter(machineIds, revision)) return true
  if (telemetry.context.counters.revision <= revision) return false
  const { records } = telemetry.context
  const known = machineIds.map((machineId) => {
    return records.changedBefore({ ...scope, machineId }, revision, before.getTime())
  })
  if (!known.includes(null)) return known.includes(true)
  const found = await select(telemetry.context, {
    name: 'read.changedBefore',
    sql,
    params: { clientId: scope.clientId, machineIds, revision, before },
    row: z.object({ changed: z.number() }),
  })
  return found.length > 0
}
