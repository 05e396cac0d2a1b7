import { scaled } from '../../clickhouse/decimals.ts'
import { selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { categoryOf } from '../fold/categoryOf.ts'
import type { StepPiece } from '../rememberedSteps.ts'
import { type MachineStretch, stretchLists } from './machinePlace.ts'

const sql = `
  SELECT machine_id AS machineId,
    toDateTime64(intDiv(toUnixTimestamp(hour), {stepSeconds:UInt32}) * {stepSeconds:UInt32}, 3, 'UTC') AS start,
    state, category, product, tool, cause_group AS causeGroup, cause,
    toInt64(sum(ms)) AS heldMs, toString(sum(packs)) AS heldPacks, toString(sum(rejects)) AS heldRejects,
    toInt64(sum(speed_ms)) AS speedMs, toString(sum(speed_sum)) AS speedSum, min(speed_min) AS speedMin, max(speed_max) AS speedMax,
    toInt64(sum(samples)) AS heldSamples, toInt64(sum(stops)) AS heldStops
  FROM hour_ledger FINAL
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp(hour) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp(hour) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
  GROUP BY machineId, start, state, category, product, tool, causeGroup, cause
  ORDER BY machineId, start
`

const columns = {
  machineId: 'UInt32',
  start: 'DateTime64',
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  causeGroup: 'String',
  cause: 'String',
  heldMs: 'Int64',
  heldPacks: 'String',
  heldRejects: 'Nullable(String)',
  speedMs: 'Int64',
  speedSum: 'String',
  speedMin: 'Nullable(Float64)',
  speedMax: 'Nullable(Float64)',
  heldSamples: 'Int64',
  heldStops: 'Int64',
} as const

/** The hour rows of stretches, added up by steps, by machine and in order of time. At most one stretch for each machine. */
export async function stepsToRemember(
  context: TelemetryContext,
  stepMs: number,
  stretches: readonly MachineStretch[],
): Promise<ReadonlyMap<number, readonly StepPiece[]>> {
  const found = new Map<number, StepPiece[]>()
  const params = { ...stretchLists(stretches), stepSeconds: stepMs / 1_000 }
  await selectRows(context, { name: 'ledger.stepsToRemember', sql, params, columns }, (rows) => {
    for (const row of rows) {
      const piece: StepPiece = {
        at: row.start,
        ...{ state: row.state, category: categoryOf(row.category), product: row.product },
        ...{
          tool: row.tool,
          user: '',
          causeGroup: row.causeGroup,
          cause: row.cause,
          ms: Number(row.heldMs),
        },
        packs: scaled(row.heldPacks, 9),
        rejects: row.heldRejects === null ? null : scaled(row.heldRejects, 9),
        speedMs: Number(row.speedMs),
        speedSum: scaled(row.speedSum, 6),
        ...{ speedMin: row.speedMin, speedMax: row.speedMax },
        ...{ samples: Number(row.heldSamples), stops: Number(row.heldStops) },
      }
      const own = found.get(row.machineId)
      if (own === undefined) found.set(row.machineId, [piece])
      else own.push(piece)
    }
  })
  return found
}
