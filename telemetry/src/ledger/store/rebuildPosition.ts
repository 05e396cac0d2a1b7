import { z } from 'zod'
import { select } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'

/** A rebuild of one window, which a stop may have left before its end. */
export type RebuildRun = {
  /** The window in words: another one is another rebuild. */
  readonly window: string
  readonly id: bigint
}

/** What is done of a run: all machines with a lower number, and this one up to an instant, ms. */
export type RebuildPosition = { readonly machineId: number; readonly until: number }

const sql = `
  SELECT name, max(batch) AS reached FROM ledger_position
  WHERE startsWith(name, {names:String}) GROUP BY name ORDER BY name
`
const row = z.object({ name: z.string(), reached: z.coerce.bigint() })

const prefix = 'rebuild '
const windowName = (window: string) => `${prefix}${window}`
const runName = ({ window, id }: RebuildRun) => `${windowName(window)} #${id}`

/** Of a number of 64 bits the upper half is the machine and the lower half the minute; all bits: the run is over. */
const minuteMs = 60_000n
const half = 32n
const over = 2n ** 64n - 1n

/** A run that was begun and is not over. */
export type OpenRebuild = { readonly run: RebuildRun; readonly position: RebuildPosition }

/** That of a window; undefined: there is none. */
export async function openRebuild(
  context: TelemetryContext,
  window: string,
): Promise<OpenRebuild | undefined> {
  const found = await openRebuilds(context, window)
  return found.find(({ run }) => run.window === window)
}

/** Those of all windows that begin with these words. */
export async function openRebuilds(context: TelemetryContext, words = ''): Promise<OpenRebuild[]> {
  const params = { names: windowName(words) }
  const found = await select(context, { name: 'rebuild.position', sql, params, row })
  const reached = new Map(found.map((each) => [each.name, each.reached]))
  return found.flatMap(({ name, reached: id }): OpenRebuild[] => {
    if (name.includes('#')) return []
    const run = { window: name.slice(prefix.length), id }
    const position = reached.get(runName(run)) ?? 0n
    if (position === over) return []
    const until = Number((position & (2n ** half - 1n)) * minuteMs)
    return [{ run, position: { machineId: Number(position >> half), until } }]
  })
}

export async function beginRebuild(context: TelemetryContext, window: string): Promise<RebuildRun> {
  const run = { window, id: BigInt(context.now()) }
  await write(context, windowName(window), run.id)
  return run
}

export async function keepRebuild(
  context: TelemetryContext,
  run: RebuildRun,
  { machineId, until }: RebuildPosition,
): Promise<void> {
  await write(context, runName(run), (BigInt(machineId) << half) + BigInt(until) / minuteMs)
}

export const endRebuild = (context: TelemetryContext, run: RebuildRun): Promise<void> =>
  write(context, runName(run), over)

async function write(context: TelemetryContext, name: string, batch: bigint): Promise<void> {
  await context.connection.writer().insert({
    table: 'ledger_position',
    columns: ['name', 'batch'],
    values: [[name, batch.toString()]],
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: 'rebuild.keep', insert_deduplicate: 0 },
  })
}
