import { AppError, type ClientScope, defaultHoldMs, type PanelScope } from '@packboard/model'
import { presentSettings } from '../datedSettings/presentSettings.ts'
import type { ConnectorKind, OpcUaSecurity, StateDictionary } from '../schema.ts'
import { reaches } from '../scope.ts'
import { inside, type Management } from '../store.ts'

/** How a machine sends (D44, D45), and what it has in place of its machine type's. */
export type MachineConnection = {
  readonly clientId: number
  readonly clientName: string
  readonly serialNo: string
  readonly machineTypeName: string
  /** Empty for a machine without a line. */
  readonly lineName: string
  readonly connector: ConnectorKind
  /** What stands before its topics. */
  readonly address: string | null
  readonly dictionary: StateDictionary | null
  /** When a person confirmed the dictionary, and the user name; no name where a step of the schema did. */
  readonly confirmedAt: Date | null
  readonly confirmedBy: string | null
  /** Of a machine that is read by OPC UA; the password stays where it is. */
  readonly opcUa: {
    readonly security: OpcUaSecurity
    readonly userName: string | null
    readonly hasPassword: boolean
    /** The certificate of its server that a person trusts. */
    readonly trusted: {
      readonly fingerprint: string
      readonly subject: string
      readonly validFrom: Date
      readonly validTo: Date
    } | null
  } | null
  /** Null: as its machine type. */
  readonly holdMs: number | null
  readonly designPpm: number | null
  readonly ofType: { readonly holdMs: number; readonly designPpm: number | null }
  readonly version: number
}

/** The connection of a machine; one outside the scope is not found (D35). */
export function machineConnection(
  management: Management,
  scope: PanelScope,
  id: number,
): Promise<MachineConnection> {
  const { read, now } = inside(management)
  return read(async (db) => {
    const row = await db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .innerJoin('machine_type as t', 't.id', 'm.machine_type_id')
      .leftJoin('line as l', 'l.id', 'm.line_id')
      .leftJoin('machine_opcua as o', 'o.machine_id', 'm.id')
      .leftJoin('user_account as u', 'u.id', 'm.dictionary_confirmed_by')
      .selectAll('m')
      .select(['c.distributor_id', 'c.name as client_name', 'l.name as line_name', 't.label'])
      .select('c.zone')
      .select(['o.security', 'o.user_name', 'o.trusted', 'u.username as confirmed_by'])
      .select(({ eb, or }) =>
        or([eb('o.password', 'is not', null), eb('o.sealed_password', 'is not', null)]).as(
          'has_password',
        ),
      )
      .where('m.id', '=', id)
      .where('m.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst()
    if (!row || !reaches(scope, row)) throw new AppError('machine.notFound')
    const { client_id: clientId, machine_type_id: machineTypeId, zone } = row
    const settings = await presentSettings(db, [{ id, clientId, machineTypeId, zone }], now())
    const { holdMs = null, designPpm = null, ofType } = settings.get(id) ?? {}
    return {
      clientId: row.client_id,
      clientName: row.client_name,
      serialNo: row.serial_no,
      machineTypeName: row.label,
      lineName: row.line_name ?? '',
      connector: row.connector,
      address: row.topic_prefix,
      dictionary: row.dictionary,
      confirmedAt: row.dictionary_confirmed_at,
      confirmedBy: row.confirmed_by,
      opcUa: row.security && {
        security: row.security,
        userName: row.user_name,
        hasPassword: row.has_password === true,
        trusted: row.trusted && {
          ...row.trusted,
          validFrom: new Date(row.trusted.validFrom),
          validTo: new Date(row.trusted.validTo),
        },
      },
      ...{ holdMs, designPpm },
      ofType: ofType ?? { holdMs: defaultHoldMs, designPpm: null },
      version: row.version,
    }
  })
}

/** By which way a machine is set to send (D44), and with which dictionary its states are read (D45). */
export type MachineConnector = {
  readonly connector: ConnectorKind
  readonly dictionary: StateDictionary | null
  /** When a person confirmed the dictionary, and the user name; no name where a step of the schema did. */
  readonly confirmedAt: Date | null
  readonly confirmedBy: string | null
}

/** How each machine of a client is set to send. */
export function machineConnectors(
  management: Management,
  scope: ClientScope,
): Promise<ReadonlyMap<number, MachineConnector>> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('machine as m')
      .leftJoin('user_account as u', 'u.id', 'm.dictionary_confirmed_by')
      .select(['m.id', 'm.connector', 'm.dictionary', 'm.dictionary_confirmed_at', 'u.username'])
      .where('m.client_id', '=', scope.clientId)
      .where('m.deleted_at', 'is', null)
      .execute()
    return new Map(
      rows.map(({ id, connector, dictionary, dictionary_confirmed_at, username }) => [
        id,
        { connector, dictionary, confirmedAt: dictionary_confirmed_at, confirmedBy: username },
      ]),
    )
  })
}
