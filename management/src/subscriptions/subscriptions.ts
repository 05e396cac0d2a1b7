import { inside, type Management } from '../store.ts'

/** What a client pays for; `premium` opens the Per Day Summary (D51). */
type Subscription = { readonly id: number; readonly label: string }

export function allSubscriptions(management: Management): Promise<Subscription[]> {
  return inside(management).read((db) =>
    db.selectFrom('subscription').select(['id', 'label']).orderBy('label').execute(),
  )
}
