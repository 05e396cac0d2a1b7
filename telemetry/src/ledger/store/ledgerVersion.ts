import { z } from 'zod'
import { select } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'

const sql = `
  SELECT greatest((SELECT max(version) FROM minute_ledger), (SELECT max(version) FROM hour_ledger)) AS newest
`

/** Numbers the writes to the ledger: of two rows of one minute or hour the one with the higher version counts. */
export class LedgerVersion {
  readonly #context: TelemetryContext
  #newest: bigint

  private constructor(context: TelemetryContext, newest: bigint) {
    this.#context = context
    this.#newest = newest
  }

  static async open(context: TelemetryContext): Promise<LedgerVersion> {
    return new LedgerVersion(context, await readLedgerVersion(context))
  }

  next(): bigint {
    this.#newest += 1n
    return this.#newest
  }

  /** New rows get a higher version than every stored row, including rows that an operator inserted by hand. */
  async outrankRows(): Promise<void> {
    const newest = await readLedgerVersion(this.#context)
    if (newest > this.#newest) this.#newest = newest
  }
}

/** The number of the newest write to the ledger, or that with which those of this process begin. */
export async function readLedgerVersion(context: TelemetryContext): Promise<bigint> {
  const [row] = await select(context, {
    name: 'ledger.readVersion',
    sql,
    params: {},
    row: z.object({ newest: z.coerce.bigint() }),
  })
  const newest = row?.newest ?? 0n
  return newest > context.numbers.from ? newest : context.numbers.from
}
