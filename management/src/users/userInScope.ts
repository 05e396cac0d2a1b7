import type { PanelScope } from '@packboard/model'

/** Where an account belongs. */
type Place = {
  readonly groupId: number | null
  readonly clientId: number | null
  /** Of its client, or its own. */
  readonly distributorId: number | null
}

/**
 * Is this account one that the scope reaches (D34)? A distributor reaches its own people and those of its clients; who
 * awaits approval belongs nowhere and is seen by an admin alone.
 */
export function userInScope(scope: PanelScope, place: Place): boolean {
  switch (scope.reach) {
    case 'all':
      return true
    case 'client':
      return place.clientId === scope.clientId
    case 'distributor':
      return place.distributorId === scope.distributorId
  }
}
