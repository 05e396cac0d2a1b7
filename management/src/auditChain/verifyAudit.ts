import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inside, type Management } from '../store.ts'
import {
  type ChainEnds,
  type ChainedEntry,
  canonicalForm,
  chainedColumns,
  digestOfName,
  endsOf,
  installationChain,
  linkOf,
  signatureOf,
} from './auditChain.ts'

/**
 * What does not fit. `changed`: the entry is not as it was signed, or a link before it was exchanged; `missing`: one was removed here;
 * `ends`: the beginning or the end of the chain was moved; `unsealed`: nobody will sign the entry; `keyMissing`: the key that signed it is not
 * in the key file.
 */
export type ChainFault = {
  /** Null: of the installation. */
  readonly clientId: number | null
  /** Its place in the chain; null where it has none. */
  readonly no: number | null
  /** The entry; null where it is missing. */
  readonly entryId: string | null
  readonly what: 'changed' | 'missing' | 'ends' | 'unsealed' | 'keyMissing'
}

export type VerifiedAudit = {
  /** Entries that fit. */
  readonly entries: number
  /** Entries that are still to be signed. */
  readonly notSealed: number
  /** Entries that were signed with a key that is lost: nothing says whether they are as they were. */
  readonly lost: number
  /** The first fault of each chain. */
  readonly faults: readonly ChainFault[]
}

const rowsAtOnce = 1_000

/** Compares the entries of one client, or of all chains, with what was signed (D93); all of it is of one instant. */
export function verifyAudit(
  management: Management,
  { clientId }: { readonly clientId?: number | undefined } = {},
): Promise<VerifiedAudit> {
  return inside(management)
    .db.transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      const found = { entries: 0, notSealed: 0, lost: 0, faults: [] as ChainFault[] }
      const chains = await chainsToVerify(db, clientId)
      for (const chain of chains) {
        const outcome = await verifyChain(db, management, chain)
        found.entries += outcome.entries
        found.lost += outcome.lost
        if (outcome.fault) found.faults.push({ clientId: chain || null, ...outcome.fault })
      }
      const open = await unsealed(db, clientId)
      found.notSealed = open.waiting
      if (open.forgotten) found.faults.push(open.forgotten)
      return found
    })
}

async function chainsToVerify(db: Db, clientId: number | undefined): Promise<number[]> {
  if (clientId !== undefined) return [clientId]
  const { rows } = await sql<{ id: number }>`
    select client_id as id from audit_chain union select client_id from audit_link order by 1
  `.execute(db)
  return rows.map(({ id }) => id)
}

type Link = ChainedEntry & {
  readonly no: string
  readonly key_id: string
  readonly name_digest: Buffer
  readonly name_salt: Buffer | null
  readonly link: Buffer
}
type Outcome = {
  readonly entries: number
  readonly lost: number
  readonly fault?: Omit<ChainFault, 'clientId'> | undefined
}

async function verifyChain(db: Db, management: Management, chain: number): Promise<Outcome> {
  const { secrets } = management
  const row = await db
    .selectFrom('audit_chain')
    .selectAll()
    .where('client_id', '=', chain)
    .executeTakeFirst()
  const moved = { no: null, entryId: null, what: 'ends' } as const
  if (!row) {
    const any = await db
      .selectFrom('audit_link')
      .select('id')
      .where('client_id', '=', chain)
      .limit(1)
      .executeTakeFirst()
    return { entries: 0, lost: 0, fault: any && moved }
  }
  const ends = endsOf(row)
  if (!secrets.keyIds().includes(row.key_id)) {
    return { entries: 0, lost: 0, fault: { ...moved, what: 'keyMissing' } }
  }
  const isSigned = signatureOf(secrets, ends, row.key_id).equals(row.signature)
  const lost = await lostEntries(db, ends)
  const walked = await walk(db, management, ends)
  // What is wrong with an entry says more than that the end does not fit.
  const fault = walked.fault ?? (isSigned ? undefined : moved)
  return { entries: walked.entries, lost, fault }
}

/** How many there are of those that a lost key signed. */
async function lostEntries(db: Db, { client_id, lost_no }: ChainEnds): Promise<number> {
  if (lost_no === 0) return 0
  const { count } = await db
    .selectFrom('audit_link')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('client_id', '=', client_id)
    .where('no', '<=', String(lost_no))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function walk(db: Db, { secrets }: Management, ends: ChainEnds) {
  const { client_id: chain } = ends
  let [no, before, entries] = [ends.kept_no, ends.kept_link, 0]
  for (;;) {
    const { rows } = await sql<Link>`
      with l as materialized (
        select * from audit_link
        where client_id = ${chain} and no > ${no} order by no limit ${rowsAtOnce}
      )
      select ${chainedColumns}, l.no, l.key_id, l.name_digest, l.name_salt, l.link
      from l join audit_log a on a.id = l.id order by l.no`.execute(db)
    for (const row of rows) {
      const fault = faultOf(row, { chain, no: no + 1, before }, secrets)
      if (fault) return { entries, fault }
      no += 1
      before = row.link
      entries += 1
    }
    if (rows.length < rowsAtOnce) break
    await setImmediate()
  }
  const isWhole = no === ends.last_no && before.equals(ends.last_link)
  const fault = isWhole ? undefined : ({ no: no + 1, entryId: null, what: 'missing' } as const)
  return { entries, fault }
}

/** What stands in the place of a name that was erased (D54). */
const erasedName = /^erased-[0-9a-f]{12}$/

function faultOf(
  row: Link,
  { chain, no, before }: { readonly chain: number; readonly no: number; readonly before: Buffer },
  secrets: Management['secrets'],
): Omit<ChainFault, 'clientId'> | undefined {
  const entryId = String(row.id)
  if (Number(row.no) !== no) return { no, entryId: null, what: 'missing' }
  if (!secrets.keyIds().includes(row.key_id)) return { no, entryId, what: 'keyMissing' }
  const isName = row.name_salt
    ? digestOfName(row.name_salt, row.actor_name).equals(row.name_digest)
    : erasedName.test(row.actor_name)
  const isOfChain = (row.client_id ?? installationChain) === chain
  const form = canonicalForm({ chain, no }, row, row.name_digest)
  const fits = isName && isOfChain && linkOf(secrets, before, form, row.key_id).equals(row.link)
  return fits ? undefined : { no, entryId, what: 'changed' }
}

/** How many wait for their signature, and the first one for which nobody will make one. */
async function unsealed(
  db: Db,
  clientId: number | undefined,
): Promise<{ readonly waiting: number; readonly forgotten: ChainFault | undefined }> {
  const ofClient = clientId === undefined ? sql`true` : sql`a.client_id = ${clientId}`
  const { rows } = await sql<{ waiting: string; forgotten: string | null; client: number | null }>`
    with open as (
      select a.id, a.client_id, u.id as waits from audit_log a
      left join audit_link l on l.id = a.id left join audit_unsealed u on u.id = a.id
      where l.id is null and ${ofClient}
    )
    select count(waits) as waiting, min(id) filter (where waits is null) as forgotten,
      (array_agg(client_id order by id) filter (where waits is null))[1] as client
    from open`.execute(db)
  const [row] = rows
  const forgotten: ChainFault | undefined = row?.forgotten
    ? { clientId: row.client, no: null, entryId: row.forgotten, what: 'unsealed' }
    : undefined
  return { waiting: Number(row?.waiting ?? 0), forgotten }
}
