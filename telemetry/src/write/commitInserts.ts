import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type Deadline, type Insert, insertDurably, persist } from '../clickhouse/insertDurably.ts'
import { bulkLimits, select } from '../clickhouse/select.ts'
import type { Committed, TelemetryContext } from '../context.ts'

/** What a commit inserts into one table. */
export type TableInsert = {
  readonly table: CommitTable
  readonly rows: number
  readonly insert: Insert
}

/** The numbers of the batches of one commit. */
type Batches = { readonly first: bigint; readonly last: bigint }

/** Writes the rows of commits, and knows which commits may be in the store in part because they failed. */
export class CommitInserts {
  readonly #context: TelemetryContext
  /** Tokens of this opening of the store; batch numbers rise, so a token is never used for two inserts. */
  readonly #opening = randomUUID()
  /** Inserts of a commit that failed: they may still be at work in the engine. */
  #loose: string[] = []
  #unclear: Committed['unclear']
  /** Its batches: what is stored of them is in no count, and its repeats are counted as duplicates. */
  #uncounted: { readonly after: bigint; readonly upto: bigint } | undefined

  constructor(context: TelemetryContext) {
    this.#context = context
  }

  /** The batches of failed commits since the last commit that was reported. */
  get unclear(): Committed['unclear'] {
    return this.#unclear
  }

  /** Writes all tables at once; returns only when no insert is running any more. */
  async write(inserts: readonly TableInsert[], batches: Batches, limit: Deadline): Promise<void> {
    const { first, last } = batches
    const token = `${this.#opening}-${first}`
    const started: string[] = []
    const results = await Promise.allSettled(
      inserts.map(({ table, rows, insert }) =>
        insertDurably(this.#context, insert, {
          limit,
          once: { token, stored: () => storedOf(this.#context, { table, rows, first, last }) },
          started: (id) => started.push(id),
        }),
      ),
    )
    const failed = results.find((result) => result.status === 'rejected')
    if (failed === undefined) return
    this.#loose = started
    this.#unclear = { from: this.#unclear?.from ?? first, to: last }
    this.#uncounted = { after: this.#uncounted?.after ?? first - 1n, upto: last }
    throw failed.reason
  }

  /** An insert of a failed commit must not land after the store was queried. */
  stopLoose(limit: Deadline): Promise<void> {
    return persist(this.#context, limit, async () => {
      if (this.#loose.length === 0) return
      await this.#context.connection.writer().command({
        query: 'KILL QUERY WHERE query_id IN {ids:Array(String)} SYNC',
        query_params: { ids: this.#loose },
      })
      this.#loose = []
    })
  }

  /** What is to be counted of failed commits, once; since `stopLoose` nothing of them can arrive any more. */
  takeUncounted() {
    const uncounted = this.#uncounted
    this.#uncounted = undefined
    return uncounted
  }

  /** A commit was reported, with the unclear batches before it. */
  reported(): void {
    this.#unclear = undefined
  }
}

/** The tables that a commit writes. */
export type CommitTable = 'sample' | 'alarm' | 'audit' | 'quarantine'

const storedSql = `
  SELECT count() AS stored FROM {table:Identifier}
  WHERE batch >= {first:UInt64} AND batch <= {last:UInt64}`

/** How many of the rows of a commit a table holds; the commit alone has these batch numbers. */
export async function storedOf(
  context: TelemetryContext,
  { table, rows, first, last }: CommitRows,
): Promise<'all' | 'some' | 'none'> {
  const [found] = await select(context, {
    name: 'write.storedOf',
    sql: storedSql,
    params: { table, first, last },
    limits: bulkLimits,
    row: z.object({ stored: z.coerce.number() }),
  })
  const stored = found?.stored ?? 0
  if (stored === 0) return 'none'
  return stored < rows ? 'some' : 'all'
}

type CommitRows = {
  readonly table: CommitTable
  readonly rows: number
  readonly first: bigint
  readonly last: bigint
}
