import {
  editsProduction,
  managesKioskLinks,
  type Role,
  readsAuditLog,
  seesPanel,
} from '@packboard/model'

/** A page of the panel: its tables, and what belongs to them. */
export type PanelView = 'tables' | 'lines' | 'products' | 'walls' | 'deleted' | 'log'

export const viewTitles: Record<PanelView, string> = {
  tables: 'Tables',
  lines: 'Lines',
  products: 'Products',
  walls: 'Wall Links',
  deleted: 'Recently Deleted',
  log: 'Audit Log',
}

/** What a person finds in the panel. An admin edits lines from the machines of the tables. */
export function panelViews(role: Role): PanelView[] {
  if (!seesPanel(role)) return []
  const views: PanelView[] = ['tables']
  if (editsProduction(role)) views.push(...(role === 'admin' ? [] : ['lines' as const]), 'products')
  if (managesKioskLinks(role)) views.push('walls')
  if (role === 'admin') views.push('deleted')
  if (readsAuditLog(role)) views.push('log')
  return views
}

export type PanelSearch = { readonly view?: PanelView }

/** The page that an address names; another word names the tables. */
export function readPanelSearch({ view }: Record<string, unknown>): PanelSearch {
  return typeof view === 'string' && isView(view) ? { view } : {}
}

const isView = (word: string): word is PanelView => Object.hasOwn(viewTitles, word)
