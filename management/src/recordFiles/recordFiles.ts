import { type ClientScope, recordFileLimits } from '@packboard/model'
import { sql } from 'kysely'
import { writeAudit } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

/**
 * `opening`: it has arrived, and a process of its own opens it or will; a start that finds it so opens it no second time. `checked`:
 * its dry run is over. The first six are open: the file lies in the data directory.
 */
export type RecordFileState =
  | 'uploading'
  | 'opening'
  | 'uploaded'
  | 'checking'
  | 'checked'
  | 'running'
  | 'done'
  | 'cancelled'
  | 'failed'

/** Outcomes of lines: `rows` is the sum of stored, duplicate, quarantined and refused; late ones are among the stored. */
export type RecordFileCounts = {
  readonly rows: number
  readonly stored: number
  readonly duplicate: number
  readonly late: number
  readonly quarantined: number
  readonly refused: number
}

/** A file that records are imported from. */
export type RecordFile = RecordFileCounts & {
  readonly id: number
  readonly clientId: number
  readonly name: string
  readonly bytes: number
  readonly received: number
  /** When its last bytes arrived, or it was chosen. */
  readonly receivedAt: Date
  readonly state: RecordFileState
  readonly found: unknown
  readonly mapping: unknown
  readonly machineId: number | null
  readonly serialNo: string | null
  readonly share: number
  readonly checked: unknown
  readonly fault: string | null
  /** User name of who chose it; null for the command line, or when the account is gone. */
  readonly createdBy: string | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

export const openFileStates = [
  ...(['uploading', 'opening', 'uploaded', 'checking', 'checked', 'running'] as const),
] as const
const states: readonly RecordFileState[] = [...openFileStates, 'done', 'cancelled', 'failed']

export const isOpenFile = ({ state }: Pick<RecordFile, 'state'>) =>
  openFileStates.some((open) => open === state)

/** Begins an upload; refused while another file of the client is open. */
export async function addRecordFile(
  management: Management,
  editor: Editor | null,
  scope: ClientScope,
  { name, bytes }: { readonly name: string; readonly bytes: number },
): Promise<number> {
  const at = new Date(inside(management).now())
  return inside(management).transaction(async (change) => {
    await clientToChange(change, scope.clientId)
    const row = await change
      .insertInto('record_file')
      .values({
        ...{ client_id: scope.clientId, name, bytes, state: 'uploading' },
        ...{ created_by: editor?.userId ?? null, created_at: at, received_at: at },
      })
      .onConflict((same) =>
        same.column('client_id').where('state', 'in', openFileStates).doNothing(),
      )
      .returning('id')
      .executeTakeFirstOrThrow(refusing('recordFile.open'))
    return row.id
  })
}

/** One file of a client; another client's is not found. */
export async function recordFile(
  management: Management,
  scope: ClientScope,
  id: number,
): Promise<RecordFile> {
  const row = await inside(management).read((db) =>
    files(db)
      .where('f.client_id', '=', scope.clientId)
      .where('f.id', '=', id)
      .executeTakeFirstOrThrow(refusing('recordFile.notFound')),
  )
  return fileOf(row)
}

/** The files of a client, the newest first. */
export async function recordFilesOf(
  management: Management,
  scope: ClientScope,
): Promise<RecordFile[]> {
  const rows = await inside(management).read((db) =>
    files(db)
      .where('f.client_id', '=', scope.clientId)
      .orderBy('f.id', 'desc')
      .limit(recordFileLimits.listed)
      .execute(),
  )
  return rows.map(fileOf)
}

/** The files of all clients that are not ended: what a start of the server goes on with. */
export async function openRecordFiles(management: Management): Promise<RecordFile[]> {
  const rows = await inside(management).read((db) =>
    files(db).where('f.state', 'in', openFileStates).orderBy('f.id').execute(),
  )
  return rows.map(fileOf)
}

/**
 * Begins a dry run or an import from the first line, with the counts at 0; refused unless the file has arrived and nothing
 * of it is running. An import has an entry in the audit log, and its mapping is kept for the next file with these columns.
 */
export async function beginRecordFile(
  management: Management,
  editor: Editor | null,
  scope: ClientScope,
  begin: {
    readonly id: number
    readonly dryRun: boolean
    readonly mapping: unknown
    readonly columnsHash: string
    readonly machineId: number | null
  },
): Promise<void> {
  const at = new Date(inside(management).now())
  await inside(management).transaction(async (db) => {
    const row = await db
      .updateTable('record_file')
      .set({
        state: begin.dryRun ? 'checking' : 'running',
        mapping: JSON.stringify(begin.mapping),
        machine_id: begin.machineId,
        ...{
          row_count: 0,
          stored: 0,
          duplicate: 0,
          late: 0,
          quarantined: 0,
          refused: 0,
          share: 0,
        },
        ...(begin.dryRun && { checked: null }),
      })
      .where('id', '=', begin.id)
      .where('client_id', '=', scope.clientId)
      .where('state', 'in', ['uploaded', 'checked'])
      .returning('name')
      .executeTakeFirstOrThrow(refusing('recordFile.ended'))
    await db.deleteFrom('record_file_line').where('file_id', '=', begin.id).execute()
    await keepMapping(db, scope.clientId, begin.columnsHash, begin.mapping, at)
    if (begin.dryRun) return
    await writeAudit(
      db,
      { userId: editor?.userId ?? null, username: editor?.username ?? 'command line' },
      'create',
      'recordFile',
      {
        id: begin.id,
        clientId: scope.clientId,
        after: { name: row.name, machineId: begin.machineId },
      },
    )
  })
}

async function keepMapping(
  db: Db,
  clientId: number,
  columnsHash: string,
  mapping: unknown,
  at: Date,
) {
  const text = JSON.stringify(mapping)
  await db
    .insertInto('record_mapping')
    .values({ client_id: clientId, columns_hash: columnsHash, mapping: text, used_at: at })
    .onConflict((same) =>
      same.columns(['client_id', 'columns_hash']).doUpdateSet({ mapping: text, used_at: at }),
    )
    .execute()
  await db
    .deleteFrom('record_mapping')
    .where('client_id', '=', clientId)
    .where('columns_hash', 'not in', (kept) =>
      kept
        .selectFrom('record_mapping')
        .select('columns_hash')
        .where('client_id', '=', clientId)
        .orderBy('used_at', 'desc')
        .limit(recordFileLimits.mappingsPerClient),
    )
    .execute()
}

/** The mapping that was used last for a file of this client with these columns. */
export async function mappingFor(
  management: Management,
  scope: ClientScope,
  columnsHash: string,
): Promise<unknown> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('record_mapping')
      .select('mapping')
      .where('client_id', '=', scope.clientId)
      .where('columns_hash', '=', columnsHash)
      .executeTakeFirst(),
  )
  return row?.mapping
}

/**
 * The outcomes of the next lines, with those that were refused: one transaction, so that a start after any end of the
 * process goes on right after the last line that is counted. False when the import was cancelled meanwhile.
 */
export async function noteLines(
  management: Management,
  id: number,
  counts: RecordFileCounts & { readonly share: number },
  refused: readonly { readonly line: number; readonly refusal: unknown }[],
): Promise<boolean> {
  return inside(management).transaction(async (change) => {
    const { rows, stored, duplicate, late, quarantined, share } = counts
    const updated = await change
      .updateTable('record_file')
      .set({
        row_count: rows,
        ...{ stored, duplicate, late, quarantined, refused: counts.refused, share },
      })
      .where('id', '=', id)
      .where('state', 'in', ['checking', 'running'])
      .executeTakeFirst()
    if (updated.numUpdatedRows === 0n) return false
    if (refused.length > 0) {
      await change
        .insertInto('record_file_line')
        .values(
          refused.map(({ line, refusal }) => ({
            ...{ file_id: id, line, refusal: JSON.stringify(refusal) },
          })),
        )
        .execute()
    }
    return true
  })
}

/** A dry run is over. */
export async function noteChecked(
  management: Management,
  id: number,
  checked: RecordFileCounts,
): Promise<void> {
  await inside(management).write((db) =>
    db
      .updateTable('record_file')
      .set({ state: 'checked', checked: JSON.stringify(checked), share: 1 })
      .where('id', '=', id)
      .where('state', '=', 'checking')
      .execute(),
  )
}

/** Ends a file that is open; its refused lines stay. False when it had ended. */
export async function endRecordFile(
  management: Management,
  id: number,
  state: 'done' | 'cancelled' | 'failed',
  fault: string | null = null,
): Promise<boolean> {
  const ended = await inside(management).write((db) =>
    db
      .updateTable('record_file')
      .set({
        ...{ state, fault, ended_at: new Date(inside(management).now()) },
        ...(state === 'done' && { share: 1 }),
      })
      .where('id', '=', id)
      .where('state', 'in', openFileStates)
      .executeTakeFirst(),
  )
  return ended.numUpdatedRows > 0n
}

/** The refused lines that were kept, in the order of the file. */
export async function refusedLines(
  management: Management,
  scope: ClientScope,
  id: number,
): Promise<{ readonly line: number; readonly refusal: unknown }[]> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('record_file_line as l')
      .innerJoin('record_file as f', 'f.id', 'l.file_id')
      .select(['l.line', 'l.refusal'])
      .where('f.client_id', '=', scope.clientId)
      .where('l.file_id', '=', id)
      .orderBy('l.id')
      .limit(recordFileLimits.refusedLines)
      .execute(),
  )
  return rows.map(({ line, refusal }) => ({ line: Number(line), refusal }))
}

/** How many refused lines of a file are kept. */
export async function keptLines(management: Management, id: number): Promise<number> {
  const { count } = await inside(management).read((db) =>
    db
      .selectFrom('record_file_line')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('file_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

/** Deletes imports that ended before then, with their refused lines. */
export async function forgetRecordFiles(management: Management, before: Date): Promise<void> {
  await inside(management).write((db) =>
    db.deleteFrom('record_file').where('ended_at', '<', before).execute(),
  )
}

const files = (db: Db) =>
  db
    .selectFrom('record_file as f')
    .leftJoin('user_account as u', 'u.id', 'f.created_by')
    .leftJoin('machine as m', 'm.id', 'f.machine_id')
    .selectAll('f')
    .select(['u.username as createdBy', 'm.serial_no as serialNo'])
    .select(sql<number>`f.share`.as('share'))

type Row = Awaited<ReturnType<ReturnType<typeof files>['execute']>>[number]

function fileOf(row: Row): RecordFile {
  return {
    ...{ id: row.id, clientId: row.client_id, name: row.name },
    ...{ bytes: Number(row.bytes), received: Number(row.received), state: stateOf(row.state) },
    ...{ found: row.found, mapping: row.mapping, machineId: row.machine_id },
    ...{ serialNo: row.serialNo, share: row.share, checked: row.checked, fault: row.fault },
    ...{ rows: Number(row.row_count), stored: Number(row.stored), late: Number(row.late) },
    ...{ duplicate: Number(row.duplicate), quarantined: Number(row.quarantined) },
    ...{ refused: Number(row.refused), createdBy: row.createdBy, receivedAt: row.received_at },
    ...{ createdAt: row.created_at, endedAt: row.ended_at },
  }
}

function stateOf(text: string): RecordFileState {
  const state = states.find((known) => known === text)
  if (state === undefined) throw new Error(`A file of records has the state ${text}.`)
  return state
}
