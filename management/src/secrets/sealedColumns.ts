import { sql } from 'kysely'
import { recordEvent } from '../auditLog/auditLog.ts'
import { inside, type Management } from '../store.ts'
import { keyIdOf, type SecretPurpose } from './secretBox.ts'

/** A column with sealed texts, and what each of them is bound to. */
type SealedColumn = {
  readonly table: string
  readonly id: string
  readonly column: string
  /** Where the secret lay before it was sealed. */
  readonly clear?: string
  readonly purpose: SecretPurpose
  readonly of: (id: number) => string
  /** The row is nothing without its secret: it goes with it. */
  readonly isRow?: true
  /** The row does not work without its secret: it is switched off, and says why. */
  readonly isSwitchedOff?: true
}

/** What the password of the OPC UA server of a machine is bound to. */
export const ofMachine = (machineId: number) => `machine ${machineId}`
/** What the client secret of a company sign-in is bound to. */
export const ofProvider = (id: number) => `identityProvider ${id}`
/** What the secret of a webhook or the password of a broker is bound to. */
export const ofHook = (id: number) => `hook ${id}`
/** What the secret of an authenticator app is bound to. */
export const ofTotp = (userId: number) => `user ${userId}`

/**
 * Every column with sealed texts that last: a start says which of them it cannot read, and a new key seals them anew. What a company
 * sign-in under way and its session hold is used up within hours.
 */
const sealedColumns: readonly SealedColumn[] = [
  {
    table: 'machine_opcua',
    id: 'machine_id',
    column: 'sealed_password',
    clear: 'password',
    purpose: 'opcua',
    of: ofMachine,
  },
  {
    table: 'identity_provider',
    id: 'id',
    column: 'secret',
    purpose: 'companySignIn',
    of: ofProvider,
  },
  {
    table: 'hook',
    id: 'id',
    column: 'sealed_secret',
    purpose: 'hook',
    of: ofHook,
    isSwitchedOff: true,
  },
  {
    table: 'totp_factor',
    id: 'user_id',
    column: 'secret',
    purpose: 'totp',
    of: ofTotp,
    isRow: true,
  },
]

const rowsAtOnce = 100

type Row = { readonly id: number; readonly sealed: string | null; readonly clear: string | null }

/**
 * Seals what lies in clear, and with the key in force what an earlier key sealed; some rows at a time, while everything goes on. Says in the
 * log which secrets cannot be read. Returns how many were sealed.
 */
export async function sealStored(management: Management): Promise<number> {
  let all = 0
  for (const column of sealedColumns) all += await sealColumn(management, column)
  return all
}

async function sealColumn(management: Management, column: SealedColumn): Promise<number> {
  const store = inside(management)
  const keyId = management.secrets.keyId()
  const { table } = column
  const found = { sealed: 0, inClear: 0, unreadable: 0 }
  for (let after = 0; ; ) {
    const rows = await store.read((db) => readSlice(column, keyId, after).execute(db))
    for (const row of rows.rows) await sealRow(management, column, row, found)
    const last = rows.rows.at(-1)
    if (!last || rows.rows.length < rowsAtOnce) break
    after = last.id
  }
  if (found.unreadable > 0) {
    store.log.error(
      { event: 'secrets.unreadable', table, rows: found.unreadable },
      'stored secrets cannot be read, because their key is missing or they were changed; enter them again, or put the key file back',
    )
  }
  if (found.inClear > 0) await removeOldRows(management, table)
  if (found.sealed === 0) return 0
  store.log.info(
    { event: 'secrets.sealed', table, rows: found.sealed },
    'stored secrets were sealed',
  )
  await recordEvent(management, { userId: null, username: 'Packboard' }, 'update', 'secrets', {
    id: null,
    clientId: null,
    after: { table, sealed: found.sealed },
  })
  return found.sealed
}

/** The rows that are not sealed with the key in force. */
function readSlice(
  { table, id, column, clear }: SealedColumn,
  keyId: string | null,
  after: number,
) {
  const inClear = clear === undefined ? sql`null::text` : sql.ref(clear)
  return sql<Row>`
    select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed, ${inClear} as clear
    from ${sql.table(table)}
    where ${sql.ref(id)} > ${after} and (${inClear} is not null
      or not starts_with(${sql.ref(column)}, ${`v1.${keyId ?? 'none'}.`}))
    order by 1 limit ${rowsAtOnce}`
}

async function sealRow(
  management: Management,
  column: SealedColumn,
  row: Row,
  found: { sealed: number; inClear: number; unreadable: number },
): Promise<void> {
  const { table, id, purpose, of, clear } = column
  const text = row.clear ?? opened(management, column, row)
  if (text === null) {
    found.unreadable += 1
    return
  }
  // Where the key file is missing, what lies in clear stays as it is.
  if (management.secrets.keyId() === null) return
  const sealed = management.secrets.seal(purpose, of(row.id), text)
  const cleared = clear === undefined ? sql`` : sql`, ${sql.ref(clear)} = null`
  const was = row.clear === null ? row.sealed : row.clear
  const where = row.clear === null ? column.column : (clear ?? column.column)
  await inside(management).write((db) =>
    // Unless it was changed meanwhile.
    sql`update ${sql.table(table)} set ${sql.ref(column.column)} = ${sealed}${cleared}
      where ${sql.ref(id)} = ${row.id} and ${sql.ref(where)} = ${was}`.execute(db),
  )
  found.sealed += 1
  if (row.clear !== null) found.inClear += 1
}

function opened(management: Management, { purpose, of }: SealedColumn, row: Row): string | null {
  try {
    return row.sealed === null ? null : management.secrets.open(purpose, of(row.id), row.sealed)
  } catch {
    return null
  }
}

/** PostgreSQL keeps former rows in the file of a table until it is written anew. */
async function removeOldRows(management: Management, table: string): Promise<void> {
  const store = inside(management)
  try {
    await store.write((db) => sql`vacuum (full) ${sql.table(table)}`.execute(db))
  } catch (error) {
    store.log.warn(
      { err: error, table },
      'former rows could not be removed from the file of a table',
    )
  }
}

/** Removes what was sealed with another key than the one in force: it is lost with its key. Returns how many. */
export async function forgetUnreadable(management: Management): Promise<number> {
  const keyId = management.secrets.keyId()
  let gone = 0
  for (const column of sealedColumns) {
    const { rows } = await inside(management).read((db) => readSealed(column).execute(db))
    for (const { id, sealed } of rows) {
      if (sealed === null || keyIdOf(sealed) === keyId) continue
      const now = new Date(inside(management).now())
      await inside(management).write((db) => forgetOne(column, id, now).execute(db))
      gone += 1
    }
  }
  return gone
}

function forgetOne(
  { table, column, id: key, isRow, isSwitchedOff }: SealedColumn,
  id: number,
  now: Date,
) {
  if (isRow) return sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id}`
  const off = sql`, off_why = case when off_since is null then 'secretLost' else off_why end,
    off_since = coalesce(off_since, ${now})`
  return sql`update ${sql.table(table)} set ${sql.ref(column)} = null${isSwitchedOff ? off : sql``}
    where ${sql.ref(key)} = ${id}`
}

const readSealed = ({ table, id, column }: SealedColumn) => sql<Row>`
  select ${sql.ref(id)} as id, ${sql.ref(column)} as sealed, null as clear from ${sql.table(table)}`
