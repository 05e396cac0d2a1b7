import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { SecretBox } from '../secrets/secretBox.ts'
import type { Db } from '../store.ts'

/** An entry of the audit log in the words that are signed. */
export type ChainedEntry = {
  readonly id: string
  /** To the microsecond, in UTC: `2026-11-30T10:15:00.123456Z`. */
  readonly at: string
  readonly actor_id: number | null
  readonly actor_name: string
  readonly action: string
  readonly entity: string
  readonly entity_id: number | null
  readonly client_id: number | null
  /** As PostgreSQL writes a value of type jsonb. */
  readonly before: string | null
  readonly after: string | null
}

/** The columns of an entry, as `ChainedEntry` has them. */
export const chainedColumns = sql<ChainedEntry>`a.id, a.actor_id, a.actor_name, a.action, a.entity,
  a.entity_id, a.client_id, a.before::text as before, a.after::text as after,
  to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`

/** The chain of the installation, of which the entries without a client are. */
export const installationChain = 0

/** SHA-256 of a salt and a name that can be erased: the salt goes with the name. */
export const digestOfName = (salt: Buffer, name: string): Buffer =>
  createHash('sha256').update(salt).update(name, 'utf8').digest()

/**
 * What is signed of an entry: a JSON text without blanks, whose parts and their order never change (docs/audit-chain.md). Ids and numbers of
 * links are texts, because they may be longer than a number of JSON.
 */
export function canonicalForm(
  { chain, no }: { readonly chain: number; readonly no: number },
  entry: ChainedEntry,
  nameDigest: Buffer,
): string {
  return JSON.stringify([
    'packboard audit 1',
    chain,
    String(no),
    String(entry.id),
    entry.at,
    entry.actor_id,
    nameDigest.toString('hex'),
    entry.action,
    entry.entity,
    entry.entity_id,
    entry.before,
    entry.after,
  ])
}

/** The link of an entry: HMAC-SHA-256 of the link before, 32 bytes, and the canonical form. */
export const linkOf = (secrets: SecretBox, before: Buffer, form: string, keyId?: string): Buffer =>
  secrets.mac('audit', Buffer.concat([before, Buffer.from(form, 'utf8')]), keyId)

/** Where a chain begins and ends. */
export type ChainEnds = {
  readonly client_id: number
  /** The last link that is not there any more; its number is 0 and its bytes are zero before anything was removed. */
  readonly kept_no: number
  readonly kept_link: Buffer
  readonly last_no: number
  readonly last_link: Buffer
  /** Entries up to this number were signed with a key that is lost. */
  readonly lost_no: number
}

export const noLink = Buffer.alloc(32)

/** Signs both ends of a chain, so that neither is moved without the key. */
export const signatureOf = (secrets: SecretBox, ends: ChainEnds, keyId?: string): Buffer =>
  secrets.mac(
    'audit',
    Buffer.from(
      JSON.stringify([
        'packboard audit ends 1',
        ends.client_id,
        String(ends.kept_no),
        ends.kept_link.toString('hex'),
        String(ends.last_no),
        ends.last_link.toString('hex'),
        String(ends.lost_no),
      ]),
    ),
    keyId,
  )

/** The ends of these chains, locked; a chain that is still to begin has none. */
export async function lockedEnds(
  db: Db,
  chains: readonly number[],
): Promise<Map<number, ChainEnds>> {
  if (chains.length === 0) return new Map()
  const rows = await db
    .selectFrom('audit_chain')
    .selectAll()
    .where('client_id', 'in', [...chains])
    .orderBy('client_id')
    .forUpdate()
    .execute()
  return new Map(rows.map((row) => [row.client_id, endsOf(row)]))
}

/** A row of `audit_chain`, with numbers in place of digits. */
export const endsOf = (row: {
  readonly client_id: number
  readonly kept_no: string
  readonly kept_link: Buffer
  readonly last_no: string
  readonly last_link: Buffer
  readonly lost_no: string
}): ChainEnds => ({
  client_id: row.client_id,
  kept_no: Number(row.kept_no),
  kept_link: row.kept_link,
  last_no: Number(row.last_no),
  last_link: row.last_link,
  lost_no: Number(row.lost_no),
})

export const newChain = (client_id: number): ChainEnds => ({
  client_id,
  ...{ kept_no: 0, kept_link: noLink, last_no: 0, last_link: noLink, lost_no: 0 },
})

/** Stores the ends of a chain with a signature of the key in force. */
export async function storeEnds(db: Db, secrets: SecretBox, ends: ChainEnds): Promise<void> {
  const { client_id, ...rest } = ends
  const row = { ...rest, key_id: secrets.keyId() ?? '', signature: signatureOf(secrets, ends) }
  await db
    .insertInto('audit_chain')
    .values({ client_id, ...row })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(row))
    .execute()
}

/** Every chain begins anew behind its newest entry: the key that signed it is lost. */
export async function beginChainsAnew(db: Db, secrets: SecretBox): Promise<void> {
  const rows = await db.selectFrom('audit_chain').selectAll().forUpdate().execute()
  for (const row of rows) {
    const { client_id, last_no } = endsOf(row)
    await storeEnds(db, secrets, {
      ...{ client_id, kept_no: last_no, kept_link: noLink },
      ...{ last_no, last_link: noLink, lost_no: last_no },
    })
  }
}
