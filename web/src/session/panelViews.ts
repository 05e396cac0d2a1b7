import type { Permissions } from '@packboard/contract'

const all = [
  'tables',
  'lines',
  'products',
  'shifts',
  'plan',
  'reasons',
  'files',
  'devices',
  'walls',
  'erasure',
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
  if (may.editProducts) views.push('products')
  if (may.setShifts) views.push('shifts', 'plan', 'reasons')
  if (may.importRecords) views.push('files')
  if (may.readDevices) views.push('devices')
  if (may.manageKioskLinks) views.push('walls')
  if (may.eraseNames) views.push('erasure')
  if (may.readQuarantine) views.push('sources', 'installations', 'quarantine')
  views.push('dataSheets')
  if (may.manageInstallation) views.push('limits', 'backups', 'support')
  if (may.restoreDeleted) views.push('deleted')
  if (may.readAuditLog) views.push('log')
  return views
}

export type PanelSearch = {
  readonly view?: PanelView
  /** The machine whose connection is open. */
  readonly machine?: number
}

/** The page that an address names; another word names the tables. */
export function readPanelSearch({ view, machine }: Record<string, unknown>): PanelSearch {
  if (typeof machine === 'number' && Number.isSafeInteger(machine) && machine > 0) {
    return { machine }
  }
  return typeof view === 'string' && isView(view) ? { view } : {}
}

const isView = (word: string): word is PanelView => all.some((view) => view === word)
