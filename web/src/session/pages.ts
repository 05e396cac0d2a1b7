import type { Permissions } from '@packboard/contract'

/** Which pages, tiles and tables a person finds: made of the permissions in the sign-in answer, never of the role. */

/** The Per Day Summary is for admins and for premium clients (specification §2). */
export function seesDaySummary(may: Permissions, subscriptionLabel: string | null): boolean {
  return may.manageInstallation || (may.readDashboards && subscriptionLabel === 'premium')
}

/** Where a person lands on home: one without the panel has nothing to choose there and goes on to the overview. */
export function landsOnDashboard(may: Permissions): boolean {
  return !may.openPanel
}

/** A tile of the home page. */
export type HomeTile = 'panel' | 'dashboard' | 'daySummary'

/**
 * The tiles of the home page, in order (specification §2). The subscription is that of the chosen client, or of the
 * person's own.
 */
export function homeTiles(may: Permissions, subscriptionLabel: string | null): HomeTile[] {
  const tiles: HomeTile[] = []
  if (may.openPanel) tiles.push('panel')
  if (may.readDashboards) tiles.push('dashboard')
  if (seesDaySummary(may, subscriptionLabel)) tiles.push('daySummary')
  return tiles
}

/** What the day-summary page shows first: a choice of premium clients, the summary, or 'Not Allowed'. */
export function mayOpenDaySummary(
  may: Permissions,
  client: { readonly subscriptionLabel: string } | null,
): 'selector' | 'summary' | 'notAllowed' {
  if (client === null) return may.manageInstallation ? 'selector' : 'notAllowed'
  return seesDaySummary(may, client.subscriptionLabel) ? 'summary' : 'notAllowed'
}

/** A table of the management panel. */
export type PanelTable = 'distributors' | 'machines' | 'machineTypes' | 'clients' | 'users'

/** The tables of the panel, in order: five for admin, only Users for the others who see it (specification §2). */
export function panelTables(may: Permissions): PanelTable[] {
  if (may.manageInstallation)
    return ['distributors', 'machines', 'machineTypes', 'clients', 'users']
  return may.openPanel ? ['users'] : []
}
