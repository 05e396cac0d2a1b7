import type { ClientScope } from '@packboard/model'
import type { ConnectorKind, StateDictionary } from '../schema.ts'
import { inside, type Management } from '../store.ts'

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
