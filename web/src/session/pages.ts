import type { Permissions } from '@packboard/contract'
import { readClientSearch } from './chosenClient.ts'

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

const all = [
  'tables',
  'lines',
  'products',
  'shifts',
  'plan',
  'reasons',
  'alerts',
  'reports',
  'files',
  'devices',
  'programs',
  'walls',
  'companySignIn',
  'erasure',
  'signIn',
  'sources',
  'installations',
  'quarantine',
  'dataSheets',
  'limits',
  'backups',
  'support',
  'deleted',
  'log',
] as const

/** A page of the panel: its tables, and what belongs to them. This word is the key of its title. */
export type PanelView = (typeof all)[number]

/** What a person finds in the panel. An admin edits lines from the machines of the tables. */
export function panelViews(may: Permissions): PanelView[] {
  if (!may.openPanel) return []
  const views: PanelView[] = ['tables']
  if (may.nameLines && !may.manageInstallation) views.push('lines')
  views.push('products')
  if (may.setShifts) views.push('shifts', 'plan', 'reasons')
  views.push('alerts')
  if (may.setReports) views.push('reports')
  if (may.importRecords) views.push('files')
  if (may.readDevices) views.push('devices')
  if (may.manageProgramKeys) views.push('programs')
  if (may.manageKioskLinks) views.push('walls')
  if (may.manageCompanySignIn) views.push('companySignIn')
  if (may.eraseNames) views.push('erasure')
  if (may.readQuarantine) views.push('sources', 'installations', 'quarantine')
  views.push('dataSheets')
  if (may.manageInstallation) views.push('signIn', 'limits', 'backups', 'support')
  if (may.restoreDeleted) views.push('deleted')
  if (may.readAuditLog) views.push('log')
  return views
}

/** What is in the panel, under four headings. `tables` is not among them: each table has an entry of its own. */
export const panelGroups = {
  machines: [
    'distributors',
    'machines',
    'machineTypes',
    'clients',
    'lines',
    'products',
    'dataSheets',
  ],
  connection: [
    'sources',
    'quarantine',
    'devices',
    'programs',
    'installations',
    'files',
    'limits',
    'backups',
    'support',
  ],
  planning: ['shifts', 'plan', 'reasons', 'alerts', 'reports'],
  people: ['users', 'companySignIn', 'signIn', 'walls', 'erasure', 'deleted', 'log'],
} as const satisfies Record<string, readonly (PanelTable | PanelView)[]>

export type PanelGroup = keyof typeof panelGroups
export type PanelEntry = (typeof panelGroups)[PanelGroup][number]

/** What a person finds in the panel, by heading; one without an entry is left out. */
export function panelSections(
  may: Permissions,
): { readonly group: PanelGroup; readonly entries: readonly PanelEntry[] }[] {
  const found: readonly string[] = [...panelTables(may), ...panelViews(may)]
  return panelGroupNames
    .map((group) => {
      const entries: readonly PanelEntry[] = panelGroups[group]
      return { group, entries: entries.filter((entry) => found.includes(entry)) }
    })
    .filter(({ entries }) => entries.length > 0)
}

const panelGroupNames = ['machines', 'connection', 'planning', 'people'] as const

export type PanelSearch = {
  readonly view?: PanelView
  /** The machine whose connection is open. */
  readonly machine?: number
  /** The client that staff chose (D77). */
  readonly client?: number
}

/** The page that an address names, and the client; another word names the tables. */
export function readPanelSearch(search: Record<string, unknown>): PanelSearch {
  const { view, machine } = search
  const ofClient = readClientSearch(search)
  if (typeof machine === 'number' && Number.isSafeInteger(machine) && machine > 0) {
    return { machine, ...ofClient }
  }
  return typeof view === 'string' && isView(view) ? { view, ...ofClient } : ofClient
}

const isView = (word: string): word is PanelView => all.some((view) => view === word)
