import { AppError, type ClientScope, type OperatorSetting } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { inside, type Management } from '../store.ts'

/** What a client says of the names and figures of its operators. 404: there is no such client. */
export async function operatorSetting(
  management: Management,
  { clientId }: ClientScope,
): Promise<OperatorSetting> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('client')
      .select('operator_rows')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!row) throw new AppError('client.notFound')
  return row.operator_rows
}

/** Sets it; saying the same again is no change. */
export async function setOperatorSetting(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  setting: OperatorSetting,
): Promise<void> {
  await changing(management, editor, async ({ db, audit }) => {
    const { id, operator_rows: before } = await clientToChange(db, scope.clientId)
    if (before === setting) return
    await db
      .updateTable('client')
      .set({ operator_rows: setting })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await audit({
      ...{ action: 'update', entity: 'client', entityId: id, clientId: id },
      before: { operatorRows: before },
      after: { operatorRows: setting },
    })
  })
}
