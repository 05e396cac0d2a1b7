import type { PanelScope } from '@packboard/model'

/** Where an account belongs. */
type Place = {
  readonly groupId: number | null
  readonly clientId: number | null
  /** Of its client, or its own. */
  readonly distributorId: number | null
}

/**
 * Is this account in the scope (D34)? A distributor's scope holds its own people and those of its clients; an account
 * that awaits approval belongs to none and only an admin sees it.
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
