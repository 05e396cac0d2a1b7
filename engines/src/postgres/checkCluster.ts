import pg from 'pg'

/** What a check of a database read, and what is wrong with it, in a sentence each. */
export type ClusterCheck = {
  readonly tables: number
  readonly indexes: number
  readonly faults: readonly string[]
}

/**
 * Reads every page of every table and index of a database and compares them with their checksums and with each other (amcheck),
 * while everything goes on. Pages that are in PostgreSQL's memory are read from the disk again. The superuser makes the
 * extensions inside of a transaction that is taken back: nothing of the database changes.
 */
export async function checkCluster(connection: pg.ClientConfig): Promise<ClusterCheck> {
  const client = new pg.Client(connection)
  client.on('error', () => undefined)
  await client.connect()
  const faults: string[] = []
  const attempt = async (what: string, ask: () => Promise<readonly string[]>) => {
    await client.query('savepoint one')
    try {
      for (const fault of await ask()) faults.push(`${what}: ${fault}`)
      await client.query('release savepoint one')
    } catch (error) {
      await client.query('rollback to savepoint one')
      faults.push(`${what}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  try {
    await client.query('begin')
    await client.query('create extension amcheck')
    await client.query('create extension pg_buffercache')
    await client.query('select pg_buffercache_evict_all()')
    const { rows } = await client.query<{ id: number; name: string; kind: string }>(`
      select c.oid::int as id, c.oid::regclass::text as name,
        case when c.relkind = 'i' then coalesce(m.amname, '') else 'table' end as kind
      from pg_class c left join pg_am m on m.oid = c.relam
      where c.relkind in ('r', 't', 'i', 'm') and c.relpersistence = 'p'
      order by 1`)
    for (const { id, name, kind } of rows) {
      if (kind === 'table') {
        await attempt(`The table ${name}`, async () => {
          const found = await client.query<{ block: string; message: string }>(
            'select blkno::text as block, msg as message from verify_heapam($1::oid::regclass, check_toast => true)',
            [id],
          )
          return found.rows.map(({ block, message }) => `page ${block}: ${message}`)
        })
      } else if (kind === 'btree') {
        await attempt(`The index ${name}`, async () => {
          await client.query('select bt_index_check($1::oid::regclass, true)', [id])
          return []
        })
      }
    }
    const isTable = ({ kind }: { kind: string }) => kind === 'table'
    return {
      tables: rows.filter(isTable).length,
      indexes: rows.filter((row) => !isTable(row)).length,
      faults,
    }
  } finally {
    await client.query('rollback').catch(() => undefined)
    await client.end()
  }
}
