import { type ClientScope, labelLimits } from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'
import { labelRows, type StoredLabel, storedLabel } from './storedLabels.ts'

type Question = {
  readonly machineIds: readonly number[]
  readonly from: Date
  readonly to: Date
}

/**
 * The entries of machines that may hold in a window: those that touch it, and those that hold until a stop ends and ended at most
 * 31 days before it. Oldest first.
 */
export function labelsOfMachines(
  management: Management,
  scope: ClientScope,
  question: Question,
): Promise<StoredLabel[]> {
  if (question.machineIds.length === 0) return Promise.resolve([])
  return inside(management).read((db) => readLabels(db, scope, question))
}

export async function readLabels(
  db: Db,
  scope: ClientScope,
  { machineIds, from, to }: Question,
): Promise<StoredLabel[]> {
  const earliest = new Date(from.getTime() - labelLimits.days * 86_400_000)
  const rows = await labelRows(db, scope.clientId)
    .where('l.machine_id', 'in', [...machineIds])
    .where('l.starts', '<', to)
    // An entry is at most 31 days long.
    .where('l.starts', '>=', new Date(earliest.getTime() - labelLimits.days * 86_400_000))
    .where((is) =>
      is.or([
        is('l.ends', '>', from),
        is.and([is('l.until_run', '=', true), is('l.ends', '>', earliest)]),
      ]),
    )
    .orderBy('l.id')
    .execute()
  return rows.map(storedLabel)
}

/** Everything that was ever written on a stretch of a machine, oldest first. */
export async function labelHistory(
  management: Management,
  scope: ClientScope,
  { machineId, from, to }: { readonly machineId: number; readonly from: Date; readonly to: Date },
): Promise<StoredLabel[]> {
  return labelsOfMachines(management, scope, { machineIds: [machineId], from, to })
}
