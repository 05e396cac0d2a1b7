import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { byOneProcess } from '../cells/cells.ts'
import { inside, type Management } from '../store.ts'
import {
  type ChainEnds,
  type ChainedEntry,
  canonicalForm,
  chainedColumns,
  digestOfName,
  installationChain,
  linkOf,
  lockedEnds,
  newChain,
  storeEnds,
} from './auditChain.ts'

/** Entries that are signed in one transaction. */
const entriesAtOnce = 500
const saltBytes = 16

/**
 * Signs the entries of the audit log that no job has signed yet, by whichever process comes first (D93), and returns how many. Where this
 * process does not have the key in force, none: they stay as they are.
 */
export async function sealAudit(management: Management): Promise<number> {
  const waiting = await inside(management).read((db) =>
    db.selectFrom('audit_unsealed').select('id').limit(1).executeTakeFirst(),
  )
  if (!waiting || !(await hasKeyInForce(management))) return 0
  let sealed = 0
  await byOneProcess(management, 'seal the audit log', async () => {
    for (;;) {
      const some = await sealSome(management)
      sealed += some
      if (some < entriesAtOnce) return
    }
  })
  return sealed
}

/** Another process may have begun a new key: then the file has it, or is still to be copied to this host. */
async function hasKeyInForce(management: Management): Promise<boolean> {
  const { keyFile, read } = inside(management)
  if (!keyFile) return true
  const row = await read((db) => db.selectFrom('secrets_key').select('key_id').executeTakeFirst())
  if (row?.key_id !== management.secrets.keyId()) await keyFile.read()
  return row !== undefined && row.key_id === management.secrets.keyId()
}

function sealSome(management: Management): Promise<number> {
  const { secrets } = management
  return inside(management).transaction(async (db) => {
    const { rows } = await sql<ChainedEntry>`
      with oldest as materialized (
        select id from audit_unsealed order by id limit ${entriesAtOnce}
      )
      select ${chainedColumns} from oldest join audit_log a on a.id = oldest.id order by a.id`.execute(
      db,
    )
    const chainOf = ({ client_id }: ChainedEntry) => client_id ?? installationChain
    const ends = await lockedEnds(db, [...new Set(rows.map(chainOf))])
    const keyId = secrets.keyId() ?? ''
    const links = rows.map((entry) => {
      const chain = chainOf(entry)
      const before: ChainEnds = ends.get(chain) ?? newChain(chain)
      const no = before.last_no + 1
      const salt = randomBytes(saltBytes)
      const digest = digestOfName(salt, entry.actor_name)
      const link = linkOf(secrets, before.last_link, canonicalForm({ chain, no }, entry, digest))
      ends.set(chain, { ...before, last_no: no, last_link: link })
      return { id: entry.id, chain, no, digest, salt, link }
    })
    // One statement of columns: put together row by row it takes ten times as long.
    await sql`
      insert into audit_link (id, client_id, no, key_id, name_digest, name_salt, link)
      select id, chain, no, ${keyId}, digest, salt, link from unnest(
        ${links.map(({ id }) => id)}::bigint[], ${links.map(({ chain }) => chain)}::integer[],
        ${links.map(({ no }) => no)}::bigint[], ${links.map(({ digest }) => digest)}::bytea[],
        ${links.map(({ salt }) => salt)}::bytea[], ${links.map(({ link }) => link)}::bytea[]
      ) as made (id, chain, no, digest, salt, link)`.execute(db)
    for (const each of ends.values()) await storeEnds(db, secrets, each)
    const ids = rows.map(({ id }) => id)
    await sql`delete from audit_unsealed where id = any(${ids}::bigint[])`.execute(db)
    return rows.length
  })
}

const dayMs = 86_400_000

/**
 * Writes the newest link of each chain to the log of this process, once a day (D93): where that log is kept elsewhere, it shows that the end of
 * a chain was cut off.
 */
export async function logChainHeads(management: Management): Promise<void> {
  const store = inside(management)
  const due = new Date(store.now() - dayMs)
  const heads = await store.write((db) =>
    db
      .updateTable('audit_chain')
      .set({ logged_at: new Date(store.now()) })
      .where(({ eb, or }) => or([eb('logged_at', 'is', null), eb('logged_at', '<=', due)]))
      .returning(['client_id', 'last_no', 'last_link'])
      .execute(),
  )
  for (const { client_id: clientId, last_no, last_link } of heads) {
    store.log.info(
      { event: 'audit.head', clientId, no: Number(last_no), link: last_link.toString('hex') },
      'the newest link of a chain of the audit log',
    )
  }
}
