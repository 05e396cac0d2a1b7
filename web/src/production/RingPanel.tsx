import { durationPresets, type Preset } from '@packboard/model'
import { memo, type ReactNode, type RefObject, useMemo, useRef, useState } from 'react'
import { ChartTable } from '../charts/ChartTable.tsx'
import { partsSummary } from '../charts/chartSummary.ts'
import type { TakePicture } from '../charts/Drawing.tsx'
import { Ring, RingLegend } from '../charts/Ring.tsx'
import { type Slice, shareText } from '../charts/ringSeries.ts'
import { TableSwitch } from '../charts/TableSwitch.tsx'
import { presetKeys } from '../filter/presetKeys.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChartDonut3 } from '../icons/furtherIcons.ts'
import { IconChevronDown } from '../icons/icons.ts'
import type { Figure } from '../shell/help/figureHelp.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import { useNarrow } from '../ui/useNarrow.ts'
import { usePrinting } from '../ui/usePrinting.ts'
import styles from './ProductionScreen.module.css'
import type { ProductionScope, useChartFilter } from './productionScope.ts'
import durationStyles from './RingPanel.module.css'
import { type PageTable, ScopeExport } from './scopeParts.tsx'

/** Letters of a name and its value that fit into the legend beside the ring. */
const mostBesideRing = 24

const itself = (name: string) => name

type Named = { readonly name: string; readonly value: number }

/** A ring with its legend and its own Duration: one of the three of the page. */
export function RingPanel<Chunk extends Named>({
  title,
  figure,
  sub,
  table,
  scope,
  duration,
  query,
  slicesOf,
  wordOf = itself,
  columnsOf,
  middle,
  format,
  decimals,
  hint,
  chosen = null,
  choose,
  canChoose,
  menu,
}: {
  title: string
  figure: Figure
  sub?: string
  table: PageTable
  /** Of this chart alone: its Duration may have other dates than the page. */
  scope: ProductionScope
  duration: ReturnType<typeof useChartFilter>
  query: Waiting<Chunk[]>
  slicesOf: (chunks: readonly Chunk[]) => Slice[]
  /** What a person calls a part, where that is not its name. */
  wordOf?: (name: string) => string
  /** What the table in place of the ring shows of each part. */
  columnsOf: (chunks: readonly Chunk[]) => Column<Chunk>[]
  middle: (slices: readonly Slice[]) => { readonly value: string; readonly unit: string }
  format: (value: number) => string
  decimals: 0 | 1
  hint: string
  chosen?: string | null
  choose?: ((name: string) => void) | undefined
  canChoose?: ((name: string) => boolean) | undefined
  /** What can be done with a part. */
  menu?: ((name: string) => ReactNode) | undefined
}) {
  const picture = useRef<TakePicture | null>(null)
  const narrow = useNarrow()
  // Its numbers are written once for each language.
  const locale = useLocale()
  const [asTable, showAsTable] = useState(false)
  const [open, setOpen] = useState(false)
  const printing = usePrinting()
  // Three rings with their legends are three glasses of a phone: there each is one line until it is wanted.
  const folds = narrow && !printing
  const folded = folds && !open
  return (
    <Panel
      title={title}
      help={<InfoTip figure={figure} />}
      sub={narrow ? undefined : sub}
      actions={
        !folded && (
          <>
            <DurationSelect chart={title} value={duration.preset} change={duration.choose} />
            <TableSwitch name={title} on={asTable} change={showAsTable} />
            <ScopeExport scope={scope} table={table} picture={picture} />
          </>
        )
      }
    >
      <Loadable
        query={query}
        isEmpty={(chunks) => chunks.every(({ value }) => value === 0)}
        picture={<IconChartDonut3 size={24} stroke={1.5} />}
        hint={hint}
        waiting={folded ? <Skeleton width="100%" height={44} /> : <Coming />}
      >
        {(chunks) => (
          <>
            {folds && (
              <Fold {...middle(slicesOf(chunks))} open={open} press={() => setOpen(!open)} />
            )}
            {folded ? null : asTable ? (
              <ChartTable
                label={title}
                rows={chunks}
                rowKey={({ name }) => name}
                columns={columnsOf(chunks)}
              />
            ) : (
              <RingWithLegend
                key={locale}
                {...{ title, chunks, slicesOf, wordOf, middle, format, decimals }}
                {...{ chosen, choose, canChoose, menu, picture }}
              />
            )}
          </>
        )}
      </Loadable>
    </Panel>
  )
}

/** What stands in the middle of the ring, and the way to the ring. */
function Fold({
  value,
  unit,
  open,
  press,
}: {
  value: string
  unit: string
  open: boolean
  press: () => void
}) {
  return (
    <button type="button" className={styles.fold} aria-expanded={open} onClick={press}>
      <span>
        <b className="digits">{value}</b> {unit}
      </span>
      <IconChevronDown size={18} />
    </button>
  )
}

function RingWithLegend<Chunk extends Named>({
  title,
  chunks,
  slicesOf,
  wordOf,
  middle,
  format,
  decimals,
  chosen,
  choose,
  canChoose,
  menu,
  picture,
}: {
  title: string
  chunks: readonly Chunk[]
  slicesOf: (chunks: readonly Chunk[]) => Slice[]
  wordOf: (name: string) => string
  middle: (slices: readonly Slice[]) => { readonly value: string; readonly unit: string }
  format: (value: number) => string
  decimals: 0 | 1
  chosen: string | null
  choose: ((name: string) => void) | undefined
  canChoose: ((name: string) => boolean) | undefined
  menu: ((name: string) => ReactNode) | undefined
  picture: RefObject<TakePicture | null>
}) {
  const sayChart = useTexts('charts')
  const slices = useMemo(
    () => slicesOf(chunks).map((slice) => ({ ...slice, word: wordOf(slice.name) })),
    [chunks, slicesOf, wordOf],
  )
  const centre = useMemo(() => middle(slices), [slices, middle])
  // A legend of long names or large counts needs the whole width.
  const isLong = slices.some(
    ({ word, value }) => word.length + format(value).length > mostBesideRing,
  )
  const rows = useMemo(() => {
    const total = slices.reduce((sum, { value }) => sum + value, 0)
    return slices.map(({ word, value, colour, code }) => ({
      name: word,
      value: format(value),
      share: shareText(value, total, decimals),
      colour,
      ...(code !== undefined && { code }),
    }))
  }, [slices, format, decimals])
  const label = useMemo(() => partsSummary(title, rows, sayChart), [title, rows, sayChart])
  return (
    <div className={styles.ring} data-long={isLong}>
      <Ring
        label={label}
        middle={centre}
        legend={rows}
        {...{ slices, chosen, choose, canChoose, picture }}
      />
      <RingLegend
        label={title}
        {...{ slices, format, decimals, chosen, choose, canChoose, menu }}
      />
    </div>
  )
}

const lines = ['first', 'second', 'third', 'fourth']

function Coming() {
  return (
    <div className={styles.ring} aria-hidden="true">
      <span className={styles.comingRing} />
      <div className={styles.comingLines}>
        {lines.map((line) => (
          <Skeleton key={line} width="100%" height={14} />
        ))}
      </div>
    </div>
  )
}

/** Six presets for one chart alone; blank means the dates of the page. */
const DurationSelect = memo(function DurationSelect({
  chart,
  value,
  change,
}: {
  /** The title of the chart, for screen readers. */
  chart: string
  value: Preset | null
  change: (preset: Preset | null) => void
}) {
  const say = useTexts('filters')
  return (
    <SoonSelect
      className={durationStyles.duration ?? ''}
      aria-label={say('durationOf', { chart })}
      placeholder={say('duration')}
      data={durationPresets.map((preset) => ({ value: preset, label: say(presetKeys[preset]) }))}
      value={value}
      allowDeselect
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-end',
      }}
      onChange={(preset) => change(durationPresets.find((each) => each === preset) ?? null)}
    />
  )
})
