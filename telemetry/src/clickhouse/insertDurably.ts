import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, isUnclear } from '@packboard/engines/clickhouse'
import type { TelemetryContext } from '../context.ts'

/** How rows are sent to a table: the text of the insert, and its rows in the engine's binary form. */
export type Insert = { readonly name: string; readonly sql: string; readonly rows: Buffer }

/** How long a commit waits for an engine that is down or busy before it fails and its caller must send again. */
const commitPatienceMs = 15_000
/** An insert takes milliseconds; when one takes this long, the engine hangs. */
const attemptLimitMs = 30_000
const pauseMs = { first: 25, longest: 1_000 }

/** The moment at which a commit gives up. */
export type Deadline = { readonly at: number }
export const deadline = (): Deadline => ({ at: performance.now() + commitPatienceMs })

/** Repeats an operation that failed because the engine was down or busy, until the deadline. */
export async function persist<Answer>(
  context: TelemetryContext,
  limit: Deadline,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  let pause = pauseMs.first
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      const left = limit.at - performance.now()
      if (left <= 0 || !passes(error)) throw error
      await Promise.race([context.connection.whenUp(), sleep(left)])
      await sleep(Math.min(pause, left))
      pause = Math.min(pause * 2, pauseMs.longest)
    }
  }
}

/** Whether the same may work in a moment; the error of a query that met a busy engine has the engine's error as its cause. */
export function passes(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return isBusy(cause) || isUnclear(cause)
}

/**
 * Inserts rows; resolves when they are on disk (all four fsync settings). An insert whose answer was lost is repeated
 * with the same token, by which the engine knows rows that it already has.
 */
export async function insertDurably(
  context: TelemetryContext,
  { name, sql, rows }: Insert,
  options: { token: string; limit: Deadline; started: (queryId: string) => void },
): Promise<void> {
  let attempts = 0
  await persist(context, options.limit, async () => {
    if (attempts > 0) context.counters.insertsRepeated += 1
    attempts += 1
    const queryId = randomUUID()
    options.started(queryId)
    const answer = await context.connection.writer().exec({
      query: sql,
      query_id: queryId,
      abort_signal: AbortSignal.timeout(attemptLimitMs),
      values: Readable.from([rows], { objectMode: false }),
      clickhouse_settings: {
        log_comment: name,
        insert_deduplicate: 1,
        insert_deduplication_token: options.token,
        async_insert: 0,
        wait_end_of_query: 1,
        // Rows of one insert are distinct; merging them early would only cost time.
        optimize_on_insert: 0,
        // A late upload may concern every month that is kept.
        max_partitions_per_insert_block: '1000',
      },
    })
    for await (const _ of answer.stream);
  })
}
