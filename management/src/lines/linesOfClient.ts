import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** A row of machines in a factory hall. */
export type Line = { readonly id: number; readonly name: string }

export function linesOfClient(management: Management, scope: ClientScope): Promise<Line[]> {
  return inside(management).read((db) =>
    db
      .selectFrom('line')
      .select(['id', 'name'])
      .where('client_id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .orderBy('name')
      .execute(),
  )
}
