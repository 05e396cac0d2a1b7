import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import type { MachinePlace } from './machinePlace.ts'

/** The minutes of one machine in which it stood under a warning with one of these products, hour by hour. */
export async function warnedMinutes(
  context: TelemetryContext,
  { clientId, machineId }: MachinePlace,
  {
    products,
    states,
  }: { readonly products: readonly string[]; readonly states: readonly number[] },
): Promise<{ from: number; until: number }[]> {
  const found: { from: number; until: number }[] = []
  await selectRows(
    context,
    {
      name: 'ledger.warnedMinutes',
      sql,
      params: { clientId, machineId, products, states },
      columns: { hour: 'DateTime64', from: 'DateTime64', until: 'DateTime64' },
    },
    (rows) => {
      for (const { from, until } of rows) found.push({ from, until })
    },
  )
  return found
}

/** Superseded rows are read, too: a minute too many is computed again to what it was. */
const sql = `
  SELECT toDateTime64(toStartOfHour(minute), 3, 'UTC') AS hour, toDateTime64(min(minute), 3, 'UTC') AS from,
    toDateTime64(max(minute), 3, 'UTC') AS until
  FROM minute_ledger
  WHERE client_id = {clientId:UInt32} AND machine_id = {machineId:UInt32}
    AND arrayExists(
      (product, state) -> product IN {products:Array(String)} AND state IN {states:Array(Int32)},
      pieces.product, pieces.state
    )
  GROUP BY hour
  ORDER BY hour
`
