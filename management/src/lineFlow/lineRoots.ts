import { AppError, type ClientScope, flowLimits, type NamedRoot } from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { kioskPersonText } from '../kioskLinks/findKiosk.ts'
import { countOf } from '../queries.ts'
import { authorOf, type LabelSetter } from '../stopLabels/addLabel.ts'
import { inside, type Management } from '../store.ts'

/** What a person said of the root of a stop. */
export type StoredRoot = NamedRoot & {
  readonly id: number
  readonly note: string
  /** User name, or name and place of a tablet; null when the account is gone. */
  readonly by: string | null
  readonly setAt: Date
}

/** The entries of machines in [from, to), ms since 1970, in the order in which they were entered. */
export async function rootsOfMachines(
  management: Management,
  { clientId }: ClientScope,
  {
    machineIds,
    from,
    to,
  }: { readonly machineIds: readonly number[]; readonly from: number; readonly to: number },
): Promise<StoredRoot[]> {
  if (machineIds.length === 0) return []
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('line_root as r')
      .leftJoin('user_account as u', 'u.id', 'r.set_by')
      .leftJoin('kiosk_link_name as n', 'n.id', 'r.set_by_name')
      .leftJoin('kiosk_link as k', 'k.id', 'n.link_id')
      .select(['r.id', 'r.machine_id as machineId', 'r.at', 'r.kind', 'r.note'])
      .select(['r.root_machine_id as rootMachineId', 'r.set_at as setAt'])
      .select(['u.username', 'n.name', 'k.label as place'])
      .where('r.client_id', '=', clientId)
      .where('r.machine_id', 'in', [...machineIds])
      .where('r.at', '>=', new Date(from))
      .where('r.at', '<', new Date(to))
      .orderBy('r.id')
      .execute(),
  )
  return rows.map(({ kind, at, rootMachineId, username, name, place, ...row }) => ({
    ...row,
    at: at.getTime(),
    rootMachineId: kind === 'computed' ? undefined : rootMachineId,
    by: name !== null && place !== null ? kioskPersonText({ name, place }) : username,
  }))
}

/** Adds an entry and returns its number; 409 where the machine has got too many in 24 hours. */
export function nameRoot(
  management: Management,
  setter: LabelSetter,
  { clientId }: ClientScope,
  { machineId, at, rootMachineId, note }: NamedRoot & { readonly note: string },
): Promise<number> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const now = new Date(store.now())
    const count = await countOf(
      db
        .selectFrom('line_root')
        .where('client_id', '=', clientId)
        .where('machine_id', '=', machineId)
        .where('set_at', '>', new Date(now.getTime() - dayMs)),
    )
    if (count >= flowLimits.rootsPerMachineAndDay) throw new AppError('lineRoot.tooMany')
    const kind =
      rootMachineId === undefined ? 'computed' : rootMachineId === null ? 'outside' : 'machine'
    const { id } = await db
      .insertInto('line_root')
      .values({
        ...{ client_id: clientId, machine_id: machineId, at: new Date(at), kind, note },
        root_machine_id: rootMachineId ?? null,
        set_by: 'userId' in setter ? setter.userId : null,
        set_by_name: 'userId' in setter ? null : setter.nameId,
        set_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writeAudit(db, authorOf(setter), 'create', 'lineRoot', {
      id,
      clientId,
      after: { machineId, at: new Date(at), kind, rootMachineId: rootMachineId ?? null, note },
    })
    return id
  })
}

const dayMs = 86_400_000
