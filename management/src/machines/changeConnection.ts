import { AppError, type PanelScope, refusedField } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { enterSettings } from '../datedSettings/enterSettings.ts'
import { type OwnSettings, ownSettings } from '../datedSettings/presentSettings.ts'
import type {
  ConnectorKind,
  OpcUaSecurity,
  StateDictionary,
  TrustedCertificate,
} from '../schema.ts'
import { reaches } from '../scope.ts'
import { ofMachine } from '../secrets/sealedColumns.ts'
import type { SecretBox } from '../secrets/secretBox.ts'
import type { Db, Management } from '../store.ts'
import { machineToChange } from './machines.ts'

/** A connection as it is set: what is null is not set. */
export type ConnectionFields = {
  readonly connector: ConnectorKind
  readonly address: string | null
  readonly dictionary: StateDictionary | null
  readonly holdMs: number | null
  readonly designPpm: number | null
  /** Of a machine that is read by OPC UA. */
  readonly opcUa?: OpcUaFields | null
}

/** Sets how a machine sends; ingest and telemetry know it when the answer is given (D67). Hold limit and design speed hold from now on (D98). */
export function changeConnection(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: ConnectionFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineToChange(db, scope, id)
    demandVersion(before, requested.version)
    const own = await ownSettings(db, before, at.getTime())
    if (requested.address !== null) await demandFreeAddress(db, scope, id, requested.address)
    const opcUaBefore = await opcUaSnapshot(db, id)
    const after = await db
      .updateTable('machine')
      .set({
        connector: requested.connector,
        topic_prefix: requested.address,
        dictionary: requested.dictionary === null ? null : JSON.stringify(requested.dictionary),
        ...(!isReadAlike(before, requested) && notConfirmed),
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const entry = { clientId: before.client_id, machineId: id }
    await enterSettings(db, { at, by: editor.userId }, [
      { ...entry, kind: 'holdLimit', value: requested.holdMs },
      { ...entry, kind: 'designSpeed', value: requested.designPpm },
    ])
    const isMoved = before.topic_prefix !== after.topic_prefix
    const isNewPassword = await setOpcUa(db, id, requested.opcUa ?? null, {
      isMoved,
      secrets: management.secrets,
    })
    await audit('update', 'machine', {
      id,
      clientId: before.client_id,
      before: { ...connectionSnapshot(before, own), ...opcUaBefore },
      after: {
        ...connectionSnapshot(after, requested),
        ...(await opcUaSnapshot(db, id)),
        ...(isNewPassword && { passwordChanged: true }),
      },
    })
  })
}

const notConfirmed = { dictionary_confirmed_at: null, dictionary_confirmed_by: null }

/** The same machine, read with the same named dictionary: what a person confirmed of it stays confirmed (decision 45). */
function isReadAlike(
  before: {
    readonly connector: ConnectorKind
    readonly topic_prefix: string | null
    readonly dictionary: StateDictionary | null
  },
  { connector, address, dictionary }: ConnectionFields,
): boolean {
  return (
    before.connector === connector &&
    before.topic_prefix === address &&
    before.dictionary === dictionary
  )
}

/** One address, one machine. The other one is named only to a person who may see it (D35). */
async function demandFreeAddress(db: Db, scope: PanelScope, id: number, address: string) {
  const other = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .select(['m.serial_no', 'm.client_id', 'c.distributor_id'])
    .where('m.topic_prefix', '=', address)
    .where('m.id', '<>', id)
    .where('m.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!other) return
  const message = `${other.serial_no} sends under this address already.`
  throw new AppError('machine.addressTaken', reaches(scope, other) ? { message } : {})
}

/** A connection as the audit log keeps it. */
export function connectionSnapshot(
  row: {
    readonly serial_no: string
    readonly connector: ConnectorKind
    readonly topic_prefix: string | null
    readonly dictionary: StateDictionary | null
    readonly dictionary_confirmed_at: Date | null
  },
  { holdMs, designPpm }: Pick<OwnSettings, 'holdMs' | 'designPpm'>,
) {
  return {
    serialNo: row.serial_no,
    connector: row.connector,
    address: row.topic_prefix,
    dictionary: row.dictionary,
    dictionaryConfirmed: row.dictionary_confirmed_at !== null,
    ...{ holdMs, designPpm },
  }
}

/** How the OPC UA server of a machine is signed in to. */
type OpcUaFields = {
  readonly security: OpcUaSecurity
  /** Null: anonymous. */
  readonly userName?: string | null | undefined
  /** Undefined: as it is. */
  readonly password?: string | null | undefined
}

/**
 * Sets it, or removes it. A password that is not given again stays only for the same address and user: else who may set a
 * connection could send the password of another person to a server of their own. The trusted certificate goes with the address. True when
 * another password was given or the one that there was is gone.
 */
async function setOpcUa(
  db: Db,
  machineId: number,
  fields: OpcUaFields | null,
  { isMoved, secrets }: { readonly isMoved: boolean; readonly secrets: SecretBox },
): Promise<boolean> {
  const before = await db
    .selectFrom('machine_opcua')
    .select(['user_name', 'password', 'sealed_password'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  if (!fields) {
    await db.deleteFrom('machine_opcua').where('machine_id', '=', machineId).execute()
    return false
  }
  const userName = fields.userName ?? null
  const mayKeep = !isMoved && before?.user_name === userName
  const had = (before?.password ?? before?.sealed_password ?? null) !== null
  const given = userName === null ? null : fields.password
  const stays = given === undefined && mayKeep
  const now = stays
    ? { password: before?.password ?? null, sealed_password: before?.sealed_password ?? null }
    : {
        password: null,
        sealed_password: given ? secrets.seal('opcua', ofMachine(machineId), given) : null,
      }
  const row = { security: fields.security, user_name: userName, ...now }
  await db
    .insertInto('machine_opcua')
    .values({ machine_id: machineId, ...row })
    .onConflict((conflict) =>
      conflict.column('machine_id').doUpdateSet({ ...row, ...(isMoved && { trusted: null }) }),
    )
    .execute()
  return !stays && (had || now.sealed_password !== null)
}

/** As the audit log keeps it: without the password. */
async function opcUaSnapshot(db: Db, machineId: number) {
  const row = await db
    .selectFrom('machine_opcua')
    .select(['security', 'user_name'])
    .where('machine_id', '=', machineId)
    .executeTakeFirst()
  return row ? { security: row.security, userName: row.user_name } : {}
}

/**
 * A person trusts the certificate that the OPC UA server of a machine shows, or with null no longer trusts the one that was trusted. The
 * process that reads the machine connects anew.
 */
export function trustCertificate(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  trusted: TrustedCertificate | null,
): Promise<void> {
  return changing(management, editor, async ({ db, audit }) => {
    const machine = await machineToChange(db, scope, id)
    if (machine.connector !== 'opcua') {
      throw refusedField('fingerprint', 'Only OPC UA has a server whose certificate is trusted.')
    }
    const before = await db
      .selectFrom('machine_opcua')
      .select('trusted')
      .where('machine_id', '=', id)
      .executeTakeFirst()
    if (!trusted && !before?.trusted) {
      throw refusedField('fingerprint', 'No certificate of this server is trusted here.')
    }
    const row = { trusted: trusted && JSON.stringify(trusted) }
    await db
      .insertInto('machine_opcua')
      .values({ machine_id: id, security: 'strongest', ...row })
      .onConflict((conflict) => conflict.column('machine_id').doUpdateSet(row))
      .execute()
    const asAudited = (certificate: TrustedCertificate | null) => ({
      serialNo: machine.serial_no,
      trustedCertificate: certificate?.fingerprint ?? null,
    })
    await audit('update', 'machine', {
      id,
      clientId: machine.client_id,
      before: asAudited(before?.trusted ?? null),
      after: asAudited(trusted),
    })
  })
}

const withDictionary: readonly ConnectorKind[] = ['packmlTags', 'sparkplug', 'opcua']

/**
 * A person says which named dictionary is right for a machine (decision 45). Another one than before counts from the next
 * message on; nothing that was stored is read anew.
 */
export function confirmDictionary(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: { readonly dictionary: string; readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineToChange(db, scope, id)
    demandVersion(before, requested.version)
    if (!withDictionary.includes(before.connector)) {
      throw refused('Only PackML is read with a dictionary; our own JSON has our codes.')
    }
    if (typeof before.dictionary === 'object' && before.dictionary !== null) {
      throw refused('This machine has a table of its own. Its connection replaces it.')
    }
    const after = await db
      .updateTable('machine')
      .set({
        dictionary: JSON.stringify(requested.dictionary),
        dictionary_confirmed_at: at,
        dictionary_confirmed_by: editor.userId,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const own = await ownSettings(db, before, at.getTime())
    await audit('update', 'machine', {
      id,
      clientId: before.client_id,
      before: connectionSnapshot(before, own),
      after: connectionSnapshot(after, own),
    })
  })
}

const refused = (message: string) => refusedField('dictionary', message)
