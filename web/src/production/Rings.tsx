import type { ExplainedFigure } from '@packboard/contract'
import { formatCount, formatHoursMinutes } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { countColumns, timeColumns } from '../charts/chartColumns.ts'
import { type Slice, shareText } from '../charts/ringSeries.ts'
import { everything, type ProductionFilter } from '../filters/filter.ts'
import { windowText } from '../filters/filterText.ts'
import { useChartFilter } from '../filters/useChartFilter.ts'
import type { Column } from '../ui/DataTable.tsx'
import styles from './ProductionScreen.module.css'
import { type ProductionScope, productionSlots } from './productionSlots.ts'
import { productionQueries } from './productionWire.ts'
import { RingPanel } from './RingPanel.tsx'
import { alarmSlices, noProduct, productSlices, statusSlices } from './ringSlices.ts'

const sum = (slices: readonly Slice[]) => slices.reduce((all, { value }) => all + value, 0)

const runShare = (slices: readonly Slice[]) => {
  const run = slices.find(({ name }) => name === 'Run')?.value ?? 0
  return { value: shareText(run, sum(slices), 1), unit: 'Run' }
}
const alarmCount = (slices: readonly Slice[]) => ({
  value: formatCount(sum(slices)),
  unit: sum(slices) === 1 ? 'alarm' : 'alarms',
})
const packCount = (slices: readonly Slice[]) => ({ value: formatCount(sum(slices)), unit: 'packs' })

const timeFigures: Record<string, ExplainedFigure> = {
  Run: 'run',
  Idle: 'idle',
  Alarm: 'alarm',
  Ancillary: 'ancillary',
  Offline: 'offline',
  Unknown: 'unknown',
}

type Named = { readonly name: string; readonly value: number }

const timesOf = (chunks: readonly Named[]): Column<Named>[] =>
  timeColumns('Status', chunks, ({ value }) => value)
const alarmsOf = (chunks: readonly (Named & { readonly seconds: number })[]) => [
  ...countColumns('Group', 'Alarms', chunks),
  {
    title: 'Stop time (s)',
    cell: ({ seconds }: { readonly seconds: number }) => formatCount(seconds),
    numeric: true,
  },
]
const productsOf = (chunks: readonly Named[]) => countColumns('Product', 'Packs', chunks)

type Part = { scope: ProductionScope; apply: (filter: ProductionFilter) => void }

/** Machine Status, Alarms and Products, each with dates of its own on request. */
export function Rings({ scope, apply }: Part) {
  return (
    <div className={styles.rings}>
      <StatusRing scope={scope} />
      <AlarmsRing {...{ scope, apply }} />
      <ProductsRing {...{ scope, apply }} />
    </div>
  )
}

function StatusRing({ scope: page }: Pick<Part, 'scope'>) {
  const duration = useChartFilter(page.filter)
  const scope = { ...page, filter: duration.filter }
  const query = useQuery(
    productionQueries.machineStatus(page.clientId, page.serialNo, duration.filter),
  )
  const { explain } = productionSlots
  return (
    <RingPanel
      title="Machine Status"
      figure="machineStatus"
      sub="by time"
      table="machine-status"
      {...{ scope, duration, query }}
      slicesOf={statusSlices}
      columnsOf={timesOf}
      middle={runShare}
      format={formatHoursMinutes}
      decimals={1}
      hint="Try a longer time period or clear the filters."
      explain={explain && ((name) => explain({ ...scope, figure: timeFigures[name] ?? 'unknown' }))}
    />
  )
}

/** A click on a group filters the page by the stops that it caused; another one shows all again. */
function AlarmsRing({ scope: page, apply }: Part) {
  const duration = useChartFilter(page.filter)
  const scope = { ...page, filter: duration.filter }
  const query = useQuery(
    productionQueries.alarmGroups(page.clientId, page.serialNo, duration.filter),
  )
  const choose = (name: string) => apply(toggled(page.filter, 'recipe', name))
  const { explain } = productionSlots
  return (
    <RingPanel
      title="Alarms"
      figure="alarms"
      sub="by group"
      table="alarm-groups"
      {...{ scope, duration, query, choose }}
      slicesOf={alarmSlices}
      columnsOf={alarmsOf}
      middle={alarmCount}
      format={formatCount}
      decimals={0}
      hint={`No alarms, ${windowText(duration.filter)}.`}
      chosen={page.filter.recipe}
      explain={explain && ((name) => explain({ ...scope, figure: 'alarmGroup', part: name }))}
    />
  )
}

/** A click on a product filters the page by it; another one shows all again. */
function ProductsRing({ scope: page, apply }: Part) {
  const duration = useChartFilter(page.filter)
  const scope = { ...page, filter: duration.filter }
  const query = useQuery(productionQueries.products(page.clientId, page.serialNo, duration.filter))
  const choose = (name: string) =>
    name !== noProduct && apply(toggled(page.filter, 'product', name))
  const { explain } = productionSlots
  return (
    <RingPanel
      title="Products"
      figure="products"
      sub="packs"
      table="products"
      {...{ scope, duration, query, choose }}
      slicesOf={productSlices}
      columnsOf={productsOf}
      middle={packCount}
      format={formatCount}
      decimals={0}
      hint={`No packs, ${windowText(duration.filter)}.`}
      chosen={page.filter.product ?? null}
      explain={explain && ((name) => explain({ ...scope, figure: 'product', part: name }))}
    />
  )
}

function toggled(filter: ProductionFilter, part: 'product' | 'recipe', name: string) {
  return { ...filter, [part]: filter[part] === name ? everything : name }
}
