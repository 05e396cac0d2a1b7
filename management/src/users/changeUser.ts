import { AppError, type PanelScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { demandVersion } from '../change/demandVersion.ts'
import type { Db, Management } from '../store.ts'
import { placeFor } from './placeFor.ts'
import { columnsOfUser, type UserFields, userSnapshot } from './userFields.ts'
import { type MayActOn, userToChange } from './userToChange.ts'
import { withoutNaming } from './withoutNaming.ts'

type UserChange = UserFields & {
  readonly groupId?: number | undefined
  readonly clientId?: number | null | undefined
  readonly distributorId?: number | null | undefined
  readonly version?: number | undefined
}

/**
 * Changes an account. User name, password, client and role stay; only an account that awaits approval is given its
 * role and client, by an admin (D36).
 */
export function changeUser(
  management: Management,
  editor: Editor,
  { scope, mayActOn }: { readonly scope: PanelScope; readonly mayActOn: MayActOn },
  id: number,
  requested: UserChange,
): Promise<void> {
  return withoutNaming(scope, () =>
    changing(management, editor, async ({ db, audit }) => {
      const before = await userToChange(db, scope, mayActOn, id)
      demandVersion(before, requested.version)
      const place = await approvedPlace(db, scope, before, requested)
      const after = await db
        .updateTable('user_account')
        .set({
          ...columnsOfUser(requested),
          ...place,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await audit({
        action: 'update',
        entity: 'user',
        entityId: id,
        clientId: after.client_id,
        before: userSnapshot(before),
        after: userSnapshot({
          ...after,
          distributor_id: after.distributor_id ?? before.distributor_id,
        }),
      })
    }),
  )
}

type Known = {
  readonly group_id: number | null
  readonly client_id: number | null
  readonly distributor_id: number | null
}

async function approvedPlace(db: Db, scope: PanelScope, known: Known, requested: UserChange) {
  if (known.group_id === null && requested.groupId !== undefined) {
    return placeFor(db, scope, {
      groupId: requested.groupId,
      clientId: requested.clientId ?? null,
      distributorId: requested.distributorId ?? null,
    })
  }
  // The form sends back what it shows; anything else would be a change.
  const same = (wanted: number | null | undefined, is: number | null) =>
    wanted === undefined || wanted === null || wanted === is
  if (!same(requested.groupId, known.group_id)) throw stays('role', 'The role of a user stays.')
  if (!same(requested.clientId, known.client_id))
    throw stays('clientId', 'The client of a user stays.')
  if (!same(requested.distributorId, known.distributor_id)) {
    throw stays('distributorId', 'The distributor of a user stays.')
  }
  return undefined
}

const stays = (field: string, message: string) =>
  new AppError('request.invalid', { message, fields: [{ field, message }] })
