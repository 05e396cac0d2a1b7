import type { Db } from '../store.ts'

/** The number of a client's line of this name, which is made when there is none; a blank name is no line. */
export async function lineNamed(db: Db, clientId: number, name: string): Promise<number | null> {
  if (name.trim() === '') return null
  const find = () =>
    db
      .selectFrom('line')
      .select('id')
      .where('client_id', '=', clientId)
      .where(({ eb, fn, val }) =>
        eb(fn<string>('lower', ['name']), '=', fn<string>('lower', [val(name)])),
      )
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const made = await db
    .insertInto('line')
    .values({ client_id: clientId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent transaction made the same line.
  return made?.id ?? (await find())?.id ?? null
}
