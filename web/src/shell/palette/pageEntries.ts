import type { ClientMachine, Permissions, StopCause } from '@packboard/contract'
import { type Shift, type ShiftStart, shiftsIn } from '@packboard/model'
import type { ComponentType } from 'react'
import { bandLooks, shownBand, shownShape } from '../../charts/bandLook.ts'
import type { MachineState } from '../../clients/machineStatesWire.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import type { Say } from '../../i18n/useTexts.ts'
import { IconBell, IconChartBar, IconMaximize } from '../../icons/furtherIcons.ts'
import {
  IconCalendar,
  IconCalendarTime,
  IconClock,
  IconEye,
  IconGauge,
  IconLayoutDashboard,
  IconLayoutGrid,
  IconListDetails,
  IconPackage,
  IconPlayerStop,
  IconSettings,
  IconTable,
  IconUser,
} from '../../icons/icons.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { panelTables, panelViews, seesDaySummary } from '../../session/pages.ts'
import type { GlyphShape } from '../../ui/Glyph.tsx'
import { addressOf, machinePath } from '../addressOf.ts'

/** The groups of the palette, in the order in which they stand when nothing was typed. */
export const entryGroups = [
  'recent',
  'views',
  'machines',
  'goTo',
  'parts',
  'periods',
  'alarms',
  'products',
  'clients',
  'do',
] as const
export type EntryGroup = (typeof entryGroups)[number]

/** One thing that the palette can open or do. */
export type Entry = {
  /** The same on every visit: what was chosen lately is known by it. */
  readonly id: string
  readonly group: Exclude<EntryGroup, 'recent'>
  readonly title: string
  readonly detail?: string
  /** What else finds it, without being shown. */
  readonly words?: string
  /** The language of the title, where it is another one than the page's. */
  readonly lang?: string
  /** The keys that do the same. */
  readonly keys?: readonly string[]
  readonly Icon: ComponentType<{ size?: number; stroke?: number }>
  /** The state of a machine, in place of the icon. */
  readonly glyph?: { readonly shape: GlyphShape; readonly colour: string }
  /** There are many of its kind: found by two words and more. */
  readonly isRare?: boolean
} & (
  | { readonly address: () => string; readonly newTab?: boolean }
  | { readonly act: () => void; readonly isFinal?: boolean }
)

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
    { path: '/admin/stops', name: 'stops', Icon: IconListDetails },
    { path: '/admin/compare', name: 'compare', Icon: IconChartBar },
    ...(seesDaySummary(may, client.subscriptionLabel)
      ? [{ path: '/admin/day-summary', name: 'daySummary', Icon: IconCalendarTime } as const]
      : []),
  ] as const
}
type PeriodPageName = ReturnType<typeof periodPages>[number]['name']

/** Pages whose tables are exported, and so found by who wants a file. */
const exported: readonly string[] = ['compare', 'daySummary', 'stops']

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
    entries.push(page('/admin/shift', shell('shift'), IconEye, keysOf('shift')))
    for (const { path, name, Icon } of periodPages(viewer)) {
      const words = exported.includes(name) ? { words: own('exportWords') } : {}
      entries.push(page(path, shell(name), Icon, { ...keysOf(name), ...words }))
    }
    entries.push(page('/admin/losses', own('losses'), IconChartBar))
    entries.push(page('/admin/wall', shell('wall'), IconMaximize, keysOf('wall')))
    if (may.labelStops) {
      entries.push(page('/admin/operator', shell('operator'), IconUser, keysOf('operator')))
    }
    for (const line of lines) {
      entries.push({
        ...page('/admin/line', own('holds', { line }), IconEye),
        id: `holds:${client.id}:${line}`,
        address: () => addressOf('/admin/line', { line, ...search }),
      })
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
  entries.push({
    ...page('/admin/account', own('notifications'), IconBell, { words: own('notificationWords') }),
    id: 'page:notifications',
    detail: shell('myAccount'),
    address: () => addressOf('/admin/account', {}, 'notifications'),
  })
  if (may.openPanel) {
    entries.push(page('/admin/index', shell('home'), IconLayoutGrid, keysOf('home')))
  }
  return entries
}

/** A preset as an address names it, and as the reader does. */
export type NamedPeriod = { readonly preset: string; readonly name: string }

/** The machines of the client, in the order of their lines, with what they do at this moment where that is known. */
export function machineEntries(
  { client }: Viewer,
  machines: readonly ClientMachine[],
  states: ReadonlyMap<string, MachineState>,
  sayState: Say<'states'>,
): readonly Entry[] {
  if (!client) return []
  return machines.map(({ machineId, machineType, lineName }) => {
    const state = states.get(machineId)
    const word = state && (state.offline ? sayState('silent') : stateWord(state.code, sayState))
    return {
      id: `machine:${client.id}:${machineId}`,
      group: 'machines',
      title: machineId,
      detail: [word, lineName, machineType.label].filter(Boolean).join(' · '),
      Icon: IconGauge,
      ...(state && { glyph: glyphOf(state) }),
      address: () => addressOf(machinePath(client.id, machineId)),
    }
  })
}

const glyphOf = ({ code, offline }: MachineState) => ({
  shape: shownShape(code, offline),
  colour: bandLooks[shownBand(code, offline)].chipColour,
})

/** Shifts of a week: each name has its newest one. */
const shiftDays = 8
const dayMs = 86_400_000

/** The newest shift of each name, whether it runs or not. */
export function shiftEntries(
  { client, search }: Viewer,
  { starts, zone }: { readonly starts: readonly ShiftStart[]; readonly zone: string },
  now: Date,
  own: Say<'palette'>,
): readonly Entry[] {
  if (!client) return []
  const week = { from: new Date(now.getTime() - shiftDays * dayMs), to: now }
  const newest = new Map<string, Shift>()
  for (const shift of shiftsIn(starts, zone, week)) newest.set(shift.name, shift)
  return [...newest.values()].map(({ name, date, period }) => ({
    id: `shift:${client.id}:${name}`,
    group: 'periods',
    title: own('shiftNamed', { name }),
    detail: date.split('-').toReversed().join('-'),
    Icon: IconEye,
    address: () => addressOf('/admin/shift', { start: period.from.toISOString(), ...search }),
  }))
}

/** Those that stopped machines for longest. */
const mostCauses = 200

/** The alarms that stopped machines lately; each leads to its stops. */
export function causeEntries(
  { client, search }: Viewer,
  causes: readonly StopCause[],
  detail: string,
): readonly Entry[] {
  if (!client) return []
  return causes
    .filter(({ group }) => group !== '')
    .slice(0, mostCauses)
    .map(({ cause, group }) => ({
      id: `cause:${client.id}:${group}:${cause}`,
      group: 'alarms',
      title: cause,
      detail: `${group} · ${detail}`,
      Icon: IconBell,
      address: () =>
        addressOf('/admin/stops', { preset: 'last7d', of: 'cause', part: cause, group, ...search }),
    }))
}

/** Each machine and each page over a period that has a name: `FW-101 last 24 hours`. */
export function periodEntries(
  viewer: Viewer,
  machines: readonly ClientMachine[],
  periods: readonly NamedPeriod[],
  pageName: (name: PeriodPageName) => string,
): readonly Entry[] {
  const { client, search } = viewer
  if (!client) return []
  const over = (path: string, title: string, { preset, name }: NamedPeriod, of: object): Entry => ({
    id: `period:${path}:${preset}`,
    group: 'periods',
    title: `${title} · ${name}`,
    Icon: IconCalendar,
    isRare: true,
    address: () => addressOf(path, { ...of, preset }),
  })
  return periods.flatMap((period) => [
    ...machines.map(({ machineId }) =>
      over(machinePath(client.id, machineId), machineId, period, {}),
    ),
    ...periodPages(viewer).map(({ path, name }) => over(path, pageName(name), period, search)),
  ])
}

/** Periods of which the longest stops are looked for most. */
const ofLongest = ['last24h', 'yesterday']

/** The timeline names the three longest stops of its period. */
export function longestStopEntries(
  { client, search }: Viewer,
  periods: readonly NamedPeriod[],
  own: Say<'palette'>,
): readonly Entry[] {
  if (!client) return []
  return periods
    .filter(({ preset }) => ofLongest.includes(preset))
    .map(({ preset, name }) => ({
      id: `longest:${preset}`,
      group: 'goTo',
      title: own('longestStops', { period: name }),
      Icon: IconPlayerStop,
      address: () => addressOf('/admin/timeline', { ...search, preset }),
    }))
}

/** Packs per product over a period, most first: to be read, and to be exported there. Several machines are compared for premium clients (D51). */
export function packsEntries(
  { client, search }: Viewer,
  periods: readonly NamedPeriod[],
  own: Say<'palette'>,
): readonly Entry[] {
  if (client?.subscriptionLabel !== 'premium') return []
  return periods.map(({ preset, name }) => ({
    id: `packs:${client.id}:${preset}`,
    group: 'goTo',
    title: own('packsPerProduct', { period: name }),
    words: own('exportWords'),
    Icon: IconPackage,
    isRare: true,
    address: () =>
      addressOf('/admin/compare', { ...search, by: 'product', sort: '-packs', preset }),
  }))
}

/** The open page over another period: what else it shows stays. */
export function hereEntries(
  here: { readonly path: string; readonly search: Record<string, unknown> },
  title: string,
  periods: readonly NamedPeriod[],
): readonly Entry[] {
  // The window and its zoom belong to the period that is left.
  const { from, to, start, end, preset: _, zone, whole, page, ...rest } = here.search
  return periods.map(({ preset, name }) => ({
    id: `here:${preset}`,
    group: 'periods',
    title: name,
    detail: title,
    Icon: IconCalendar,
    address: () => addressOf(here.path, { ...rest, preset }),
  }))
}

/** The days of a product. */
export function productEntries(
  { client, search }: Viewer,
  products: readonly string[],
  detail: string,
): readonly Entry[] {
  if (!client) return []
  return products.map((product) => ({
    id: `product:${client.id}:${product}`,
    group: 'products',
    title: product,
    detail,
    Icon: IconPackage,
    address: () => addressOf('/admin/day-summary', { ...search, product, preset: 'last30d' }),
  }))
}
