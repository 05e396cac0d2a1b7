import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { ConnectorKind } from '../schema.ts'
import type { Management } from '../store.ts'
import { connectionSnapshot } from './changeConnection.ts'
import { machineToChange } from './machineToChange.ts'

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
    await audit({
      action: 'update',
      entity: 'machine',
      entityId: id,
      clientId: before.client_id,
      before: connectionSnapshot(before),
      after: connectionSnapshot(after),
    })
  })
}

const refused = (message: string) =>
  new AppError('request.invalid', { message, fields: [{ field: 'dictionary', message }] })
