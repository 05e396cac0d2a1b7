import { AppError, type ClientScope } from '@packboard/model'
import { changing, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/clientToChange.ts'
import { inside, type Management } from '../store.ts'

/** Whether a client allows that its figures are compared operator by operator. 404: there is no such client. */
export async function allowsOperatorRows(
  management: Management,
  { clientId }: ClientScope,
): Promise<boolean> {
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

/** Allows or forbids it; saying the same again is no change. */
export async function setOperatorRows(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  allowed: boolean,
): Promise<void> {
  await changing(management, editor, async ({ db, audit }) => {
    const { id, operator_rows: before } = await clientToChange(db, scope.clientId)
    if (before === allowed) return
    await db
      .updateTable('client')
      .set({ operator_rows: allowed })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    await audit({
      ...{ action: 'update', entity: 'client', entityId: id, clientId: id },
      before: { operatorRows: before },
      after: { operatorRows: allowed },
    })
  })
}
