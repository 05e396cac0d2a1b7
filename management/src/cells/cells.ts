import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** A telemetry store of the installation, and the process that holds it. */
export type Cell = {
  readonly id: number
  /** Where the process that holds it answers the others; null while no process holds it. */
  readonly url: string | null
  /** What its process says of it. */
  readonly report: unknown
  /** When that was said, by the clock of the database; a process says it each second. */
  readonly isFresh: boolean
  /** How many clients have their records in it; those that are deleted do not count. */
  readonly clients: number
}

/** A report that is older says that the process is gone or hangs. */
const freshSeconds = 6

/** Adds the cells up to this number, spread over the servers in turn; those that there are stay where they are. */
export async function ensureCells(
  management: Management,
  count: number,
  shards: number,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, id) => id)
  await inside(management).write((db) =>
    db
      .insertInto('cell')
      .values(ids.map((id) => ({ id, shard: id % shards })))
      .onConflict((it) => it.doNothing())
      .execute(),
  )
}

export async function cells(management: Management): Promise<Cell[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('cell')
      .select([
        'id',
        'url',
        'report',
        sql<boolean>`renewed_at > now() - make_interval(secs => ${freshSeconds})`.as('isFresh'),
        sql<number>`(
          select count(*)::integer from client where cell_id = cell.id and deleted_at is null
        )`.as('clients'),
      ])
      .orderBy('id')
      .execute(),
  )
}

/** The cell that holds the records of a client, and will as long as there is the client. */
export async function cellOfClient(management: Management, clientId: number): Promise<number> {
  const row = await inside(management).read((db) =>
    db.selectFrom('client').select('cell_id').where('id', '=', clientId).executeTakeFirst(),
  )
  return row?.cell_id ?? 0
}

/** To be called when the store of a cell bears the id of the installation. */
export async function cellIsNamed(management: Management, cellId: number): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('cell')
      .set({ named: true })
      .where('id', '=', cellId)
      .where('named', '=', false)
      .execute(),
  )
}

/** By it the processes of this installation know each other. */
export async function clusterSecret(management: Management): Promise<string> {
  const row = await inside(management).read((db) =>
    db.selectFrom('cluster_secret').select('secret').executeTakeFirstOrThrow(),
  )
  return row.secret
}

/** A process that has not said for this long that it is there is gone. */
const goneSeconds = 10

/**
 * Says that a process is there, where it answers the others, and by how many milliseconds its clock is ahead of that of the database; to
 * be repeated within ten seconds.
 */
export async function processIsThere(
  management: Management,
  { id, url, clockMs }: { readonly id: string; readonly url: string; readonly clockMs: number },
): Promise<void> {
  const clock = { url, clock_ms: clockMs }
  await inside(management).write(async (db) => {
    await db
      .insertInto('cluster_process')
      .values({ id, ...clock })
      .onConflict((it) => it.column('id').doUpdateSet({ ...clock, seen_at: sql`now()` }))
      .execute()
    await db
      .deleteFrom('cluster_process')
      .where('seen_at', '<', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
      .execute()
  })
}

export async function processIsGone(management: Management, id: string): Promise<void> {
  await inside(management).write((db) =>
    db.deleteFrom('cluster_process').where('id', '=', id).execute(),
  )
}

/** The clocks of the processes that are off by more than so many milliseconds: by how many each is ahead of that of the database. */
export async function clocksOff(management: Management, moreThanMs: number): Promise<number[]> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('cluster_process')
      .select('clock_ms')
      .where(sql<boolean>`abs(clock_ms) > ${moreThanMs}`)
      .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
      .execute(),
  )
  return rows.map(({ clock_ms }) => clock_ms)
}

/** What the clock of the database says, in milliseconds since 1970. */
export async function storeTime(management: Management): Promise<number> {
  return inside(management).read(async (db) => {
    const { rows } = await sql<{ at: number }>`
      select extract(epoch from clock_timestamp())::double precision * 1000 as at
    `.execute(db)
    const [row] = rows
    if (!row) throw new Error('The management store did not say its time.')
    return row.at
  })
}

/** Where the other processes answer. */
export async function otherProcesses(management: Management, id: string): Promise<string[]> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('cluster_process')
      .select('url')
      .where('id', '<>', id)
      .where('seen_at', '>', sql<Date>`now() - make_interval(secs => ${goneSeconds})`)
      .execute(),
  )
  return rows.map(({ url }) => url)
}

/** The first half of the keys of these locks: "once" as a number. */
const lockSpace = 0x6f_6e_63_65

/** What is done for the whole installation, by whichever process comes first. */
const tasks = { 'send invitations again': 1, 'seal the audit log': 2 } as const

/** Does a piece of work unless another process of the installation is at it. */
export async function byOneProcess(
  management: Management,
  task: keyof typeof tasks,
  work: () => Promise<void>,
): Promise<void> {
  await inside(management)
    .db.connection()
    .execute(async (connection) => {
      const { rows } = await sql<{ mine: boolean }>`
        select pg_try_advisory_lock(${lockSpace}, ${tasks[task]}) as mine
      `.execute(connection)
      if (!rows[0]?.mine) return
      try {
        await work()
      } finally {
        await sql`select pg_advisory_unlock(${lockSpace}, ${tasks[task]})`.execute(connection)
      }
    })
}
