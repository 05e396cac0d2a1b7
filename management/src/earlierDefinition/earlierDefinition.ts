import type { ClientScope, DefinitionRule } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { type Db, inside, type Management } from '../store.ts'

/** By what the effectiveness of a client's earlier system was computed (D100). */
export type EarlierDefinition = {
  /** Number of the last change; 0 while there was none. */
  readonly version: number
  readonly rule: DefinitionRule | null
  /** User name; null: the account is gone, or there is no rule. */
  readonly setBy: string | null
  readonly setAt: Date | null
}

const none: EarlierDefinition = { version: 0, rule: null, setBy: null, setAt: null }

/** That of one client. */
export function earlierDefinition(
  management: Management,
  scope: ClientScope,
): Promise<EarlierDefinition> {
  return inside(management).read((db) => storedDefinition(db, scope.clientId))
}

async function storedDefinition(db: Db, clientId: number): Promise<EarlierDefinition> {
  const row = await db
    .selectFrom('earlier_definition as d')
    .leftJoin('user_account as u', 'u.id', 'd.set_by')
    .select(['d.version', 'd.divides_by as dividesBy', 'd.speed', 'd.packs'])
    .select(['d.set_at as setAt', 'u.username as setBy'])
    .where('d.client_id', '=', clientId)
    .executeTakeFirst()
  if (row === undefined) return none
  const { version, dividesBy, speed, packs, setBy, setAt } = row
  if (dividesBy === null || speed === null || packs === null) return { ...none, version }
  return { version, rule: { dividesBy, speed, packs }, setBy, setAt }
}

/** Sets or removes it and returns the number of this change. Saving what is there already is no change. */
export function setEarlierDefinition(
  management: Management,
  editor: Editor,
  scope: ClientScope,
  { earlier, version }: { earlier: DefinitionRule | null; version?: number | undefined },
): Promise<number> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const { id: clientId } = await clientToChange(db, scope.clientId)
    const before = await storedDefinition(db, clientId)
    demandVersion(before, version)
    if (isSame(before.rule, earlier)) return before.version
    const values = {
      ...{ divides_by: earlier?.dividesBy ?? null, speed: earlier?.speed ?? null },
      ...{ packs: earlier?.packs ?? null, set_by: editor.userId, set_at: at },
    }
    const stored = await db
      .insertInto('earlier_definition')
      .values({ client_id: clientId, ...values })
      .onConflict((known) => known.column('client_id').doUpdateSet(values))
      .returning('version')
      .executeTakeFirstOrThrow()
    await audit('update', 'earlierDefinition', {
      ...{ id: clientId, clientId, before: before.rule, after: earlier },
    })
    return stored.version
  })
}

const isSame = (before: DefinitionRule | null, after: DefinitionRule | null) =>
  before?.dividesBy === after?.dividesBy &&
  before?.speed === after?.speed &&
  before?.packs === after?.packs
