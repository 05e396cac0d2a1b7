import type { Permissions } from '@packboard/contract'
import type { Say } from '../../i18n/sayIn.ts'
import {
  IconCalendarTime,
  IconChartBar,
  IconClock,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconMaximize,
  IconSettings,
  IconTable,
} from '../../icons/icons.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { panelTables, seesDaySummary } from '../../session/pages.ts'
import { panelViews } from '../../session/panelViews.ts'
import { addressOf } from '../addressOf.ts'
import type { Entry } from './entry.ts'

/** Whose pages they are: a person, the client that is shown, and what its addresses carry. */
export type Viewer = {
  readonly may: Permissions
  readonly client: ChosenClient | null
  /** Staff look at several clients, so that their addresses name one. */
  readonly search: { readonly client?: number }
}

/** The pages that show figures of a client over a period, as the bar names them. */
export function periodPages({ may, client }: Viewer) {
  if (!client) return []
  return [
    { path: '/admin/timeline', name: 'timeline', Icon: IconClock },
    { path: '/admin/compare', name: 'compare', Icon: IconChartBar },
    ...(seesDaySummary(may, client.subscriptionLabel)
      ? [{ path: '/admin/day-summary', name: 'daySummary', Icon: IconCalendarTime } as const]
      : []),
  ] as const
}

/** The pages that this person finds in the bar and in the rail of the panel, and no others. */
export function pageEntries(
  viewer: Viewer,
  lines: readonly string[],
  keysOf: (does: string) => Pick<Entry, 'keys'>,
  texts: {
    readonly shell: Say<'shell'>
    readonly own: Say<'palette'>
    /** Null for those who may not open the panel: its texts were not loaded for them. */
    readonly panel: Say<'panel'> | null
  },
): Entry[] {
  const { shell, own, panel } = texts
  const { may, client, search } = viewer
  const page = (path: string, title: string, Icon: Entry['Icon'], more: Partial<Entry> = {}) => ({
    id: `page:${path}`,
    group: 'goTo' as const,
    title,
    Icon,
    address: () => addressOf(path, search),
    ...more,
  })
  const entries: Entry[] = []
  if (client) {
    entries.push(
      page('/admin/dashboard', shell('overview'), IconLayoutDashboard, keysOf('overview')),
    )
    for (const { path, name, Icon } of periodPages(viewer)) {
      entries.push(page(path, shell(name), Icon, keysOf(name)))
    }
    entries.push(page('/admin/wall', shell('wall'), IconMaximize))
    for (const line of lines) {
      entries.push({
        ...page('/admin/timeline', own('timelineOf', { line }), IconClock),
        id: `line:${client.id}:${line}`,
        address: () => addressOf('/admin/timeline', { preset: 'last24h', line, ...search }),
      })
    }
  }
  if (may.openPanel) {
    entries.push(page('/admin/panel', shell('panel'), IconSettings, keysOf('panel')))
  }
  if (may.openPanel && panel) {
    const inPanel = (title: string, name: string, address: () => string): Entry => ({
      id: `panel:${name}`,
      group: 'goTo',
      title,
      detail: shell('panel'),
      Icon: IconTable,
      address,
    })
    for (const table of panelTables(may)) {
      entries.push(inPanel(panel(table), table, () => addressOf('/admin/panel', {}, table)))
    }
    for (const view of panelViews(may)) {
      if (view === 'tables') continue
      entries.push(inPanel(panel(view), view, () => addressOf('/admin/panel', { view })))
    }
  }
  if (may.openPanel) {
    entries.push(page('/admin/index', shell('home'), IconLayoutGrid, keysOf('home')))
  }
  return entries
}
