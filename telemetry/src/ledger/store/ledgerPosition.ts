import { z } from 'zod'
import { select } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'

/** How far the ledger has come: the newest batch and the newest version of rules that its rows contain. */
type Position = { readonly batch: bigint; readonly rules: bigint }

const sql = 'SELECT name, max(batch) AS reached FROM ledger_position GROUP BY name'

/** Writes how far the ledger has come: after the rows, never before; what is lost in a crash is computed again. */
export class LedgerPosition {
  readonly #context: TelemetryContext
  #reached: Position
  #writtenAt = 0
  #isWritten = true

  private constructor(context: TelemetryContext, reached: Position) {
    this.#context = context
    this.#reached = reached
  }

  static async open(context: TelemetryContext): Promise<LedgerPosition> {
    return new LedgerPosition(context, await readPosition(context))
  }

  get reached(): Position {
    return this.#reached
  }

  reach({ batch, rules }: Position): void {
    // Another computation that began later may have ended before.
    this.#reached = {
      batch: batch > this.#reached.batch ? batch : this.#reached.batch,
      rules: rules > this.#reached.rules ? rules : this.#reached.rules,
    }
    this.#isWritten = false
  }

  /** Writes it unless it was written less than so many ms ago. */
  async write(everyMs: number): Promise<void> {
    if (this.#isWritten || performance.now() - this.#writtenAt < everyMs) return
    const reached = this.#reached
    const { batch, rules } = reached
    await insert(this.#context, 'ledger.writePosition', [
      ['batch', batch],
      ['rules', rules],
    ])
    this.#writtenAt = performance.now()
    this.#isWritten = reached === this.#reached
  }
}

async function readPosition(context: TelemetryContext): Promise<Position> {
  const rows = await select(context, {
    name: 'ledger.readPosition',
    sql,
    params: {},
    row: z.object({ name: z.string(), reached: z.coerce.bigint() }),
  })
  const reached = (name: string) => rows.find((row) => row.name === name)?.reached ?? 0n
  return { batch: reached('batch'), rules: reached('rules') }
}

async function insert(
  context: TelemetryContext,
  name: string,
  positions: readonly (readonly [name: string, reached: bigint])[],
): Promise<void> {
  await context.connection.writer().insert({
    table: 'ledger_position',
    columns: ['name', 'batch'],
    values: positions.map(([name, reached]) => [name, reached.toString()]),
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: name, insert_deduplicate: 0 },
  })
}

/** A rebuild of one window, which a stop may have left before its end. */
type RebuildRun = {
  /** The window in words: another one is another rebuild. */
  readonly window: string
  readonly id: bigint
}

/** What is done of a run: all machines with a lower number, and this one up to an instant, ms. */
export type RebuildPosition = { readonly machineId: number; readonly until: number }

const rebuildSql = `
  SELECT name, max(batch) AS reached FROM ledger_position
  WHERE startsWith(name, {names:String}) GROUP BY name ORDER BY name
`
const rebuildRow = z.object({ name: z.string(), reached: z.coerce.bigint() })

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
  const found = await select(context, {
    name: 'rebuild.position',
    sql: rebuildSql,
    params,
    row: rebuildRow,
  })
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
  await insert(context, 'rebuild.keep', [[windowName(window), run.id]])
  return run
}

export async function keepRebuild(
  context: TelemetryContext,
  run: RebuildRun,
  { machineId, until }: RebuildPosition,
): Promise<void> {
  const position = (BigInt(machineId) << half) + BigInt(until) / minuteMs
  await insert(context, 'rebuild.keep', [[runName(run), position]])
}

export const endRebuild = (context: TelemetryContext, run: RebuildRun): Promise<void> =>
  insert(context, 'rebuild.keep', [[runName(run), over]])
