import {
  editsProduction,
  erasesNames,
  managesKioskLinks,
  type Role,
  readsAuditLog,
  readsQuarantine,
  seesPanel,
  setsShifts,
} from '@packboard/model'

const all = [
  'tables',
  'lines',
  'products',
  'shifts',
  'walls',
  'erasure',
  'quarantine',
  'deleted',
  'log',
] as const

/** A page of the panel: its tables, and what belongs to them. This word is the key of its title. */
export type PanelView = (typeof all)[number]

/** What a person finds in the panel. An admin edits lines from the machines of the tables. */
export function panelViews(role: Role): PanelView[] {
  if (!seesPanel(role)) return []
  const views: PanelView[] = ['tables']
  if (editsProduction(role)) views.push(...(role === 'admin' ? [] : ['lines' as const]), 'products')
  if (setsShifts(role)) views.push('shifts')
  if (managesKioskLinks(role)) views.push('walls')
  if (erasesNames(role)) views.push('erasure')
  if (readsQuarantine(role)) views.push('quarantine')
  if (role === 'admin') views.push('deleted')
  if (readsAuditLog(role)) views.push('log')
  return views
}

export type PanelSearch = { readonly view?: PanelView }

/** The page that an address names; another word names the tables. */
export function readPanelSearch({ view }: Record<string, unknown>): PanelSearch {
  return typeof view === 'string' && isView(view) ? { view } : {}
}

const isView = (word: string): word is PanelView => all.some((view) => view === word)
