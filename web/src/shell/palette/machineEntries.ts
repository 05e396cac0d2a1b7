import type { ClientMachine } from '@packboard/contract'
import { IconCalendar, IconGauge, IconPackage } from '../../icons/icons.ts'
import { addressOf, machinePath } from '../addressOf.ts'
import type { Entry } from './entry.ts'
import { periodPages, type Viewer } from './pageEntries.ts'

/** A preset as an address names it, and as the reader does. */
export type NamedPeriod = { readonly preset: string; readonly name: string }

/** The machines of the client, in the order of their lines. */
export function machineEntries(
  { client }: Viewer,
  machines: readonly ClientMachine[],
): readonly Entry[] {
  if (!client) return []
  return machines.map(({ machineId, machineType, lineName }) => ({
    id: `machine:${client.id}:${machineId}`,
    group: 'machines',
    title: machineId,
    detail: [lineName, machineType.label].filter(Boolean).join(' · '),
    Icon: IconGauge,
    address: () => addressOf(machinePath(client.id, machineId)),
  }))
}

/** Each machine and each page over a period that has a name: `FW-101 last 24 hours`. */
export function periodEntries(
  viewer: Viewer,
  machines: readonly ClientMachine[],
  periods: readonly NamedPeriod[],
  pageName: (name: 'timeline' | 'compare' | 'daySummary') => string,
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
