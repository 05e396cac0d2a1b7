import type { ClientBoard } from '@packboard/contract'
import { machineState } from '@packboard/model'
import { bandOrder } from '../charts/bandLook.ts'

/** A client as staff choose it: its place, what stands there, and how much it has packed. */
export type BoardClient = ClientBoard['clients'][number]

/** In the order in which they need a look: the worst state, then most trouble, then most offline, then the name. */
export function worstFirst(clients: readonly BoardClient[]): readonly BoardClient[] {
  const rank = ({ worst }: BoardClient) =>
    worst === null ? bandOrder.length : bandOrder.indexOf(machineState(worst.state).band)
  return clients.toSorted(
    (a, b) =>
      rank(a) - rank(b) ||
      b.trouble - a.trouble ||
      b.offline - a.offline ||
      a.name.localeCompare(b.name) ||
      a.id - b.id,
  )
}
