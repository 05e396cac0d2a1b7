import type { ClientOption, Session } from '@packboard/contract'
import { useSyncExternalStore } from 'react'

/** The client whose data the screens show. */
export type ChosenClient = Pick<ClientOption, 'id' | 'name' | 'subscriptionLabel'>

let chosen: ChosenClient | null = null
const listeners = new Set<() => void>()

/** Staff choose a client; it is held in state and gone with the Back icon, with Logout and with a reload. */
export function chooseClient(client: ChosenClient | null) {
  chosen = client
  for (const listener of listeners) listener()
}

/** The client of this person: the own one, or for staff the chosen one. */
export function useClient(session: Session): ChosenClient | null {
  const picked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => chosen,
  )
  return clientOf(session, picked)
}

export function clientOf(session: Session, picked: ChosenClient | null): ChosenClient | null {
  if (session.permissions.chooseClient) return picked
  if (session.clientId === null) return null
  return {
    id: session.clientId,
    name: session.clientName ?? '',
    subscriptionLabel: session.subscriptionLabel ?? '',
  }
}
