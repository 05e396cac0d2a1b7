import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { inside, type Management } from '../store.ts'

/** How often the holder of a cell says that it is there. */
const renewMs = 1_000
/** The holder writes nothing any more when its last renewal began longer ago than this. */
const heldMs = 4_000
/** It gives up when the database has not answered for this long. */
const lostMs = 15_000
/** Another process ends the connection of a holder that has said nothing for this long; more than `heldMs`, so that two never write. */
const staleSeconds = 6
const lookAgainMs = 500
/** A cell that was given back need not be waited for. */
const givenBackAt = new Date(0)
/** The first half of the keys of our advisory locks: "cell" as a number. */
const lockSpace = 0x63_65_6c_6c

/** The right to read and write the telemetry store of a cell, of one process at a time. */
export type CellLease = {
  readonly id: number
  readonly shard: number
  /** Its store bears the id of this installation; else it is a new one. */
  readonly named: boolean
  /** How many times a process took the cell, with this one. */
  readonly generation: bigint
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
 * connection of a holder that hangs is ended after `staleSeconds`. A cell that was not given back is taken once its holder, should
 * it still be there, writes nothing any more.
 */
export async function takeCell(management: Management, ending?: AbortSignal): Promise<CellLease> {
  const { db, log } = inside(management)
  let suspects = new Set<number>()
  for (;;) {
    ending?.throwIfAborted()
    const taken = deferred<CellLease | null>()
    db.connection()
      .execute((connection) => hold(connection, taken.resolve, log))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'No cell could be taken; trying again')
        taken.resolve(null)
      })
    const lease = await taken.promise
    if (lease) return lease
    suspects = await endStale(db, suspects).catch(() => new Set<number>())
    await sleep(lookAgainMs, undefined, { signal: ending })
  }
}

/** Takes a free cell; a connection that fails after that must not keep its lock in the pool. */
async function hold(
  connection: Kysely<Schema>,
  taken: (lease: CellLease | null) => void,
  log: ReturnType<typeof inside>['log'],
): Promise<void> {
  try {
    const began = performance.now()
    const cell = await takeFree(connection)
    if (cell) await keep(connection, { ...cell, began }, taken, log)
    else taken(null)
  } catch (error) {
    await endOwn(connection)
    throw error
  }
}

const endOwn = (connection: Kysely<Schema>) =>
  sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection).catch(() => undefined)

type TakenCell = {
  readonly id: number
  readonly shard: number
  readonly named: boolean
  readonly generation: string
}

/**
 * The lock and the renewal are one statement: another process never sees the one without the other for long. A lock that is free
 * does not say that its holder has ended: a restart of the database, or of what lies between, ends the connection alone.
 */
async function takeFree(connection: Kysely<Schema>): Promise<TakenCell | undefined> {
  // Those that no process holds come first: a lock that cannot be had costs a statement.
  const all = await connection
    .selectFrom('cell')
    .select('id')
    .orderBy(sql`url is not null, id`)
    .execute()
  for (const { id } of all) {
    const { rows } = await sql<TakenCell>`
      with lock as materialized (
        select pg_try_advisory_lock(${lockSpace}, ${id}) as mine
        from cell
        where id = ${id}
          and (generation = 0 or renewed_at <= now() - make_interval(secs => ${heldMs / 1_000}))
      )
      update cell set url = null, report = '{}', renewed_at = now(), generation = generation + 1
      from lock where cell.id = ${id} and lock.mine
      returning cell.id, shard, named, generation
    `.execute(connection)
    if (rows[0]) return rows[0]
  }
  return undefined
}

/** Renews it on this connection until it is released or lost. */
async function keep(
  connection: Kysely<Schema>,
  cell: TakenCell & { readonly began: number },
  taken: (lease: CellLease) => void,
  log: ReturnType<typeof inside>['log'],
): Promise<void> {
  const { id, shard, named, generation, began } = cell
  let renewedAt = began
  let url: string | null = null
  let report: () => unknown = () => ({})
  let ended = false
  const lost = deferred<void>()
  const released = deferred<void>()
  const free = deferred<void>()
  let wake = () => {}
  taken({
    id,
    shard,
    named,
    generation: BigInt(generation),
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
        .where('id', '=', id)
        .where('generation', '=', generation)
        .executeTakeFirst()
      renewed.catch(() => undefined)
      const { numUpdatedRows } = await before(renewed, lostMs)
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
    await connection
      .updateTable('cell')
      .set({ url: null, renewed_at: givenBackAt })
      .where('id', '=', id)
      .execute()
    await sql`select pg_advisory_unlock(${lockSpace}, ${id})`.execute(connection)
  } catch (error) {
    if (!ended) log.warn({ err: error, cell: id }, 'The lease of a cell was lost')
    ended = true
    lost.resolve()
    // The pool must not use a connection again that may hold the lock.
    await endOwn(connection)
  } finally {
    free.resolve()
  }
}

/**
 * Ends the connections that hold the locks of cells whose process has said nothing for too long, and had not at the last look.
 * Returns those that hold such a lock now.
 */
async function endStale(db: Kysely<Schema>, before: ReadonlySet<number>): Promise<Set<number>> {
  const { rows } = await sql<{ pid: number }>`
    select held.pid
    from pg_locks as held
    join cell on cell.id = held.objid::bigint
    where held.locktype = 'advisory' and held.classid::bigint = ${lockSpace} and held.granted
      and held.database = (select oid from pg_database where datname = current_database())
      and cell.renewed_at < now() - make_interval(secs => ${staleSeconds})
  `.execute(db)
  const stale = new Set(rows.map(({ pid }) => pid))
  for (const pid of stale) {
    if (before.has(pid)) await sql`select pg_terminate_backend(${pid})`.execute(db)
  }
  return stale
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

/** A promise that is resolved from outside. */
function deferred<Value>() {
  let settle: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((resolve) => {
    settle = resolve
  })
  return { promise, resolve: (value: Value) => settle(value) }
}
