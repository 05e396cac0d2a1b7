import type { ClientOption, Session } from '@packboard/contract'
import { useSyncExternalStore } from 'react'
import { listeners } from '../listeners.ts'

/** The client whose data the screens show. */
export type ChosenClient = Pick<ClientOption, 'id' | 'name' | 'subscriptionLabel'>

let chosen: ChosenClient | null = null
const { watch, notify } = listeners()

/** Staff choose a client; it is held in state and gone with the Back icon, with Logout and with a reload. */
export function chooseClient(client: ChosenClient | null) {
  chosen = client
  notify()
}

/** The client of this person: the own one, or for staff the chosen one. */
export function useClient(session: Session): ChosenClient | null {
  const picked = useSyncExternalStore(watch, () => chosen)
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

/** The client of an address; anything but a number of one is ignored. */
export function readClientSearch({ client }: Record<string, unknown>): { client?: number } {
  return typeof client === 'number' && Number.isSafeInteger(client) && client > 0 ? { client } : {}
}
