import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import type { ExplainedFigure, StopFigure } from '@packboard/contract'
import { formatHoursMinutes, formatTimeInState } from '@packboard/model'
import { useCallback, useMemo, useRef } from 'react'
import { countColumns, timeColumns } from '../charts/chartColumns.ts'
import { type Slice, shareText } from '../charts/ringSeries.ts'
import { useFigures } from '../filter/figureQuery.ts'
import { everything, type ProductionFilter } from '../filter/filter.ts'
import { windowText } from '../filter/filterText.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { notScheduled, timeWord } from '../i18n/stateWords.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconDotsVertical, IconZoomQuestion } from '../icons/furtherIcons.ts'
import { IconPlayerStop } from '../icons/icons.ts'
import { selectionName } from '../stops/stopNames.tsx'
import type { StopSelection } from '../stops/stopSearch.ts'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import type { Column } from '../ui/DataTable.tsx'
import styles from './ProductionScreen.module.css'
import { type ProductionScope, scopeAsOf, useChartFilter } from './productionScope.ts'
import { productionQueries } from './productionWire.ts'
import { RingPanel } from './RingPanel.tsx'
import rings from './Rings.module.css'
import { alarmSlices, noProduct, productSlices, statusSlices } from './ringSlices.ts'
import { useSliceExplain } from './scopeParts.tsx'

const sum = (slices: readonly Slice[]) => slices.reduce((all, { value }) => all + value, 0)

const runShare = (slices: readonly Slice[], say: Say<'states'>) => {
  const run = slices.find(({ name }) => name === 'Run')?.value ?? 0
  return { value: shareText(run, sum(slices), 1), unit: say('run') }
}
const alarmCount = (slices: readonly Slice[], say: Say<'production'>) => ({
  value: formatCount(sum(slices)),
  unit: say('alarmUnit', { count: sum(slices) }),
})
const packCount = (slices: readonly Slice[], say: Say<'production'>) => ({
  value: formatCount(sum(slices)),
  unit: say('packsUnit'),
})

const timeFigures: Record<string, ExplainedFigure> = {
  Run: 'run',
  Idle: 'idle',
  Alarm: 'alarm',
  Ancillary: 'ancillary',
  Offline: 'offline',
  Unknown: 'unknown',
}

type Named = { readonly name: string; readonly value: number }

type Group = Named & { readonly seconds: number }

const alarmColumns = (chunks: readonly Group[], say: Say<'production'>): Column<Group>[] => [
  ...countColumns(say('group'), say('alarms'), chunks),
  { title: say('stopSeconds'), cell: ({ seconds }) => formatCount(seconds), numeric: true },
]

/** The kinds of time that stops consist of. */
const stopFigures: Record<string, StopFigure> = {
  Idle: 'idle',
  Alarm: 'alarm',
  Ancillary: 'ancillary',
  Unknown: 'unknown',
}
const isStopTime = (name: string) => name in stopFigures

type Part = {
  scope: ProductionScope
  apply: (filter: ProductionFilter) => void
  selecting: StopSelecting
}

/** Machine Status, Alarms and Products, each with dates of its own on request. */
export function Rings({ scope, apply, selecting }: Part) {
  return (
    <div className={styles.rings}>
      <StatusRing {...{ scope, selecting }} />
      <AlarmsRing {...{ scope, apply, selecting }} />
      <ProductsRing {...{ scope, apply, selecting }} />
    </div>
  )
}

/** The scope of one ring: that of the page, with the dates of its own Duration. */
function useChartScope(page: ProductionScope) {
  const duration = useChartFilter(page.filter)
  const { filter } = duration
  const scope = useMemo(() => ({ ...page, filter }), [page, filter])
  return { duration, scope }
}

/** A click on a kind of time selects its stops: they are listed and highlighted, and no figure changes. */
function StatusRing({ scope: page, selecting }: Omit<Part, 'apply'>) {
  const say = useTexts('production')
  const sayState = useTexts('states')
  const { duration, scope } = useChartScope(page)
  const { query, asOf } = useFigures(
    productionQueries.machineStatus(page.clientId, page.serialNo, duration.filter),
  )
  const wordOf = useCallback((name: string) => timeWord(name, sayState), [sayState])
  const middle = useCallback((slices: readonly Slice[]) => runShare(slices, sayState), [sayState])
  const { selection, select } = selecting
  const chosen = Object.keys(stopFigures).find((name) => stopFigures[name] === selection?.figure)
  const choose = useCallback(
    (name: string) => select({ figure: stopFigures[name] ?? 'unknown', part: '', partGroup: '' }),
    [select],
  )
  return (
    <RingPanel
      title={say('machineStatus')}
      figure="machineStatus"
      table="machine-status"
      {...{ scope, duration, query }}
      slicesOf={statusSlices}
      wordOf={wordOf}
      columnsOf={(chunks) => timeColumns(say('status'), chunks, ({ value }) => value, wordOf)}
      middle={middle}
      format={shortTime}
      decimals={1}
      hint={say('tryLonger')}
      chosen={chosen ?? null}
      // With dates of its own it is about another window than the list.
      choose={duration.preset === null ? choose : undefined}
      canChoose={isStopTime}
      menu={(name) =>
        name !== notScheduled && (
          <SliceMenu scope={scopeAsOf(scope, asOf)} figure={timeFigures[name] ?? 'unknown'} />
        )
      }
    />
  )
}

/** A click on a group filters the page by the stops that it caused; another one shows all again. */
function AlarmsRing({ scope: page, apply, selecting }: Part) {
  const say = useTexts('production')
  const { duration, scope } = useChartScope(page)
  const { query, asOf } = useFigures(
    productionQueries.alarmGroups(page.clientId, page.serialNo, duration.filter),
  )
  const choose = (name: string) => apply(toggled(page.filter, 'recipe', name))
  const middle = useCallback((slices: readonly Slice[]) => alarmCount(slices, say), [say])
  return (
    <RingPanel
      title={say('alarms')}
      figure="alarms"
      sub={say('byGroup')}
      table="alarm-groups"
      {...{ scope, duration, query, choose }}
      slicesOf={alarmSlices}
      columnsOf={(chunks) => alarmColumns(chunks, say)}
      middle={middle}
      format={formatCount}
      decimals={0}
      hint={say('noAlarms', { window: windowText(duration.filter) })}
      chosen={page.filter.recipe}
      menu={(name) => (
        <SliceMenu
          scope={scopeAsOf(scope, asOf)}
          figure="alarmGroup"
          part={name}
          stops={
            duration.preset === null
              ? { selecting, of: { figure: 'alarmGroup', part: name, partGroup: '' } }
              : undefined
          }
        />
      )}
    />
  )
}

/** A click on a product filters the page by it; another one shows all again. */
function ProductsRing({ scope: page, apply, selecting }: Part) {
  const say = useTexts('production')
  const { duration, scope } = useChartScope(page)
  const { query, asOf } = useFigures(
    productionQueries.products(page.clientId, page.serialNo, duration.filter),
  )
  const choose = (name: string) =>
    name !== noProduct && apply(toggled(page.filter, 'product', name))
  const wordOf = useCallback(
    (name: string) => (name === noProduct ? say('noProduct') : reportedText(name)),
    [say],
  )
  const middle = useCallback((slices: readonly Slice[]) => packCount(slices, say), [say])
  return (
    <RingPanel
      title={say('products')}
      figure="products"
      sub={say('packsUnit')}
      table="products"
      {...{ scope, duration, query, choose }}
      slicesOf={productSlices}
      wordOf={wordOf}
      columnsOf={(chunks) => countColumns(say('product'), say('packs'), chunks, wordOf)}
      middle={middle}
      format={formatCount}
      decimals={0}
      hint={say('noPacks', { window: windowText(duration.filter) })}
      chosen={page.filter.product ?? null}
      menu={(name) => (
        <SliceMenu
          scope={scopeAsOf(scope, asOf)}
          figure="product"
          part={name}
          stops={
            duration.preset === null
              ? { selecting, of: { figure: 'product', part: name, partGroup: '' } }
              : undefined
          }
        />
      )}
    />
  )
}

function toggled(filter: ProductionFilter, part: 'product' | 'recipe', name: string) {
  return { ...filter, [part]: filter[part] === name ? everything : name }
}

/** Beside a slice: its stops, listed and highlighted while the page keeps its filter, and how its figure came about. */
function SliceMenu({
  scope,
  figure,
  part = '',
  stops,
}: {
  scope: ProductionScope
  figure: ExplainedFigure
  part?: string
  /** Absent where the slice is about another window than the list. */
  stops?: { readonly selecting: StopSelecting; readonly of: StopSelection } | undefined
}) {
  const say = useTexts('production')
  const sayStops = useTexts('stops')
  const sayExplain = useTexts('explain')
  const { name, open, panel } = useSliceExplain(scope, figure, part)
  const button = useRef<HTMLButtonElement>(null)
  const title = say('sliceMenu', { name })
  return (
    <>
      <Menu position="bottom-end" offset={6} shadow="none" keepMounted={false}>
        <Menu.Target>
          <button
            ref={button}
            type="button"
            className={rings.menuButton}
            aria-label={title}
            title={title}
          >
            <IconDotsVertical size={16} />
          </button>
        </Menu.Target>
        <Menu.Dropdown className={rings.menu}>
          {stops && (
            <Menu.Item
              className={rings.item}
              leftSection={<IconPlayerStop size={16} />}
              onClick={() => stops.selecting.select(stops.of)}
            >
              {sayStops('listOf', { name: selectionName(stops.of) })}
            </Menu.Item>
          )}
          <Menu.Item
            className={rings.item}
            leftSection={<IconZoomQuestion size={16} />}
            onClick={() => {
              // The item goes with the menu: the dialog gives the focus back to the button.
              button.current?.focus()
              open()
            }}
          >
            {sayExplain('explainOf', { name })}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {panel}
    </>
  )
}

/** `7h 02m`; below a minute `41s`. */
const shortTime = (seconds: number) => {
  const whole = Math.ceil(seconds)
  return whole < 60 ? formatTimeInState(whole) : formatHoursMinutes(seconds)
}
