import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { isBusy, isUnclear } from '@packboard/engines/clickhouse'
import { AppError } from '@packboard/model'
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

/**
 * Repeats what met a part that cannot be read: it is set aside at once (D69), and a record that came late need not wait for its sender to
 * repeat it. Fails when a part cannot be set aside.
 */
export async function pastDamage<Answer>(
  { damage }: TelemetryContext,
  attempt: () => Promise<Answer>,
): Promise<Answer> {
  for (let met: number | undefined; ; ) {
    try {
      return await attempt()
    } catch (error) {
      const isDamaged = error instanceof AppError && error.code === 'records.damaged'
      if (!isDamaged || met === damage.unreadable()) throw error
      met = damage.unreadable()
      // It looks after it has set aside what was noticed before.
      await damage.look()
    }
  }
}

/** Whether the same may work in a moment; the error of a query that met a busy engine has the engine's error as its cause. */
export function passes(error: unknown): boolean {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return isBusy(cause) || isUnclear(cause)
}

/** Of rows that must not be stored twice. */
export type Once = {
  /** Attempts with the same token are stored once, whenever they arrive. */
  readonly token: string
  /** How many of the rows the store holds. */
  stored(): Promise<'all' | 'some' | 'none'>
  /** Whether an attempt with this token was made before this call. */
  readonly repeated?: boolean
}

/**
 * Inserts rows; resolves when they are on disk (all four fsync settings). An insert whose answer was lost is repeated; rows
 * that may be there only once say so. The engine notes a token before it brings the rows to their place: killed in between,
 * it takes rows that it never stored for known ones. So the answer to a repeated insert proves nothing, and the rows are
 * looked for. Rejects when only some of them are there: the months of one insert are separate for the engine.
 */
export async function insertDurably(
  context: TelemetryContext,
  insert: Insert,
  options: { limit: Deadline; once?: Once; started?: (queryId: string) => void },
): Promise<void> {
  const { limit, once, started } = options
  let token = once?.token ?? randomUUID()
  let repeated = once?.repeated ?? false
  let attempts = 0
  const attempt = async () => {
    attempts += 1
    const queryId = randomUUID()
    started?.(queryId)
    await send(context, insert, { token, queryId })
  }
  await persist(context, limit, async () => {
    if (attempts > 0) {
      context.counters.insertsRepeated += 1
      repeated = true
      if (!once) token = randomUUID()
    }
    await attempt()
    if (!once || !repeated) return
    const stored = await once.stored()
    if (stored === 'some') throw new Error(`Only some rows of ${insert.name} are stored`)
    if (stored === 'all') return
    token = `${once.token}-${attempts}`
    await attempt()
  })
}

async function send(
  context: TelemetryContext,
  { name, sql, rows }: Insert,
  { token, queryId }: { readonly token: string; readonly queryId: string },
): Promise<void> {
  const answer = await context.connection.writer().exec({
    query: sql,
    query_id: queryId,
    abort_signal: AbortSignal.timeout(attemptLimitMs),
    values: Readable.from([rows], { objectMode: false }),
    clickhouse_settings: {
      log_comment: name,
      insert_deduplicate: 1,
      insert_deduplication_token: token,
      async_insert: 0,
      wait_end_of_query: 1,
      // Rows of one insert are distinct; merging them early would only cost time.
      optimize_on_insert: 0,
      // A late upload may concern every month that is kept.
      max_partitions_per_insert_block: '1000',
    },
  })
  for await (const _ of answer.stream);
}
