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
    await insert(this.#context, reached)
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

async function insert(context: TelemetryContext, position: Position): Promise<void> {
  await context.connection.writer().insert({
    table: 'ledger_position',
    columns: ['name', 'batch'],
    values: [
      ['batch', position.batch.toString()],
      ['rules', position.rules.toString()],
    ],
    format: 'JSONCompactEachRow',
    clickhouse_settings: { log_comment: 'ledger.writePosition', insert_deduplicate: 0 },
  })
}
