import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { inside, type Management } from '../store.ts'

/** How often the holder of a cell says that it is there. */
const renewMs = 1_000
/** The holder writes nothing any more when its last renewal began longer ago than this. */
const heldMs = 4_000
/** Another process takes the cell of a holder that has said nothing for this long; more than `heldMs`, so that two never write. */
const staleSeconds = 6
const lookAgainMs = 500
/** The first half of the keys of our advisory locks: "cell" as a number. */
const lockSpace = 0x63_65_6c_6c

/** The right to read and write the telemetry store of a cell, of one process at a time. */
export type CellLease = {
  readonly id: number
  readonly shard: number
  /** Its store bears the id of this installation; else it is a new one. */
  readonly named: boolean
  /** False as soon as another process may take it: nothing may be written any more. */
  isHeld(): boolean
  /** Says where this process answers the others. */
  announce(url: string): void
  /** What the others are to know of the cell. */
  report(report: () => unknown): void
  /** Resolves when the lease is lost; never after a release. */
  readonly lost: Promise<void>
  /** Gives it back at once. To be called when its store is closed. */
  release(): Promise<void>
}

/**
 * Takes a cell that no process holds; waits until there is one. The lock belongs to a connection: it ends with the process. The
 * connection of a holder that hangs is ended after `staleSeconds`.
 */
export async function takeCell(management: Management, ending?: AbortSignal): Promise<CellLease> {
  const { db, log } = inside(management)
  let suspects = new Set<number>()
  for (;;) {
    ending?.throwIfAborted()
    const taken = Promise.withResolvers<CellLease | null>()
    db.connection()
      .execute((connection) => hold(connection, taken.resolve, log))
      .catch(taken.reject)
    const lease = await taken.promise
    if (lease) return lease
    // One that has just taken a cell has not renewed it yet.
    const stale = await staleHolders(db)
    await end(
      db,
      stale.filter((pid) => suspects.has(pid)),
    )
    suspects = new Set(stale)
    await sleep(lookAgainMs, undefined, { signal: ending })
  }
}

/** Takes a free cell; a connection that fails after that must not keep its lock in the pool. */
async function hold(
  connection: Kysely<Schema>,
  taken: (lease: CellLease | null) => void,
  log: ReturnType<typeof inside>['log'],
): Promise<void> {
  const cell = await lockFree(connection)
  if (cell === null) return taken(null)
  try {
    await keep(connection, cell, taken, log)
  } catch (error) {
    await endOwn(connection)
    throw error
  }
}

const endOwn = (connection: Kysely<Schema>) =>
  sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection).catch(() => undefined)

/** Renews it on this connection until it is released or lost. */
async function keep(
  connection: Kysely<Schema>,
  cell: number,
  taken: (lease: CellLease) => void,
  log: ReturnType<typeof inside>['log'],
): Promise<void> {
  const began = performance.now()
  const row = await connection
    .updateTable('cell')
    .set({
      url: null,
      report: '{}',
      renewed_at: sql`now()`,
      generation: sql`generation + 1`,
    })
    .where('id', '=', cell)
    .returning(['shard', 'named', 'generation'])
    .executeTakeFirstOrThrow()
  let renewedAt = began
  let url: string | null = null
  let report: () => unknown = () => ({})
  let ended = false
  const lost = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const free = Promise.withResolvers<void>()
  let wake = () => {}
  taken({
    id: cell,
    shard: row.shard,
    named: row.named,
    isHeld: () => !ended && performance.now() - renewedAt < heldMs,
    announce(address) {
      url = address
      wake()
    },
    report(of) {
      report = of
    },
    lost: lost.promise,
    async release() {
      ended = true
      released.resolve()
      wake()
      await free.promise
    },
  })
  try {
    while (!ended) {
      const start = performance.now()
      const renewed = connection
        .updateTable('cell')
        .set({ url, report: JSON.stringify(report()), renewed_at: sql`now()` })
        .where('id', '=', cell)
        .where('generation', '=', row.generation)
        .executeTakeFirst()
      renewed.catch(() => undefined)
      const { numUpdatedRows } = await before(renewed, heldMs)
      if (numUpdatedRows !== 1n) throw new Error('another process has taken the cell')
      renewedAt = start
      await Promise.race([
        sleep(renewMs, undefined, { ref: false }),
        released.promise,
        new Promise<void>((resolve) => {
          wake = resolve
        }),
      ])
    }
    await connection.updateTable('cell').set({ url: null }).where('id', '=', cell).execute()
    await sql`select pg_advisory_unlock(${lockSpace}, ${cell})`.execute(connection)
  } catch (error) {
    if (!ended) log.warn({ err: error, cell }, 'The lease of a cell was lost')
    ended = true
    lost.resolve()
    // The pool must not use a connection again that may hold the lock.
    await endOwn(connection)
  } finally {
    free.resolve()
  }
}

async function lockFree(connection: Kysely<Schema>): Promise<number | null> {
  // Those that no process holds come first: a lock that cannot be had costs a statement.
  const all = await connection
    .selectFrom('cell')
    .select('id')
    .orderBy(sql`url is not null, id`)
    .execute()
  for (const { id } of all) {
    const { rows } = await sql<{ mine: boolean }>`
      select pg_try_advisory_lock(${lockSpace}, ${id}) as mine
    `.execute(connection)
    if (rows[0]?.mine) return id
  }
  return null
}

/** The connections that hold the locks of cells whose process has said nothing for too long. */
async function staleHolders(db: Kysely<Schema>): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select held.pid
    from pg_locks as held
    join cell on cell.id = held.objid::bigint
    where held.locktype = 'advisory' and held.classid::bigint = ${lockSpace} and held.granted
      and held.database = (select oid from pg_database where datname = current_database())
      and cell.renewed_at < now() - make_interval(secs => ${staleSeconds})
  `.execute(db)
  return rows.map(({ pid }) => pid)
}

async function end(db: Kysely<Schema>, pids: readonly number[]): Promise<void> {
  for (const pid of pids) await sql`select pg_terminate_backend(${pid})`.execute(db)
}

async function before<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  const limit = new AbortController()
  const late = sleep(limitMs, undefined, { signal: limit.signal, ref: false }).then(() => {
    throw new Error('the database did not answer in time')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([answer, late])
  } finally {
    limit.abort()
  }
}
