import { lazy, type ReactNode, type RefObject, Suspense, useState } from 'react'
import { ClosedKey } from '../charts/ClosedTimes.tsx'
import type { TakePicture } from '../charts/Drawing.tsx'
import { PacksChart, type Zooming } from '../charts/PacksChart.tsx'
import {
  type Highlight,
  kindLooks,
  type PacksData,
  type PickedMoment,
} from '../charts/packsData.ts'
import { panned, type TimeWindow, zoomed, zoomStep } from '../charts/timeWindow.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronLeft, IconChevronRight, IconInfoCircle, IconX } from '../icons/icons.ts'
import type { StopSelecting } from '../stops/useStopSelection.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { OpenMark } from './MarkList.tsx'
import styles from './PacksView.module.css'

const MarkList = lazy(() =>
  import('./MarkList.tsx').then(({ MarkList }) => ({ default: MarkList })),
)

const dayMs = 24 * 3_600_000

/** The chart of a machine with the buttons that move its axis, and a word on each lane that is not there. */
export function PacksView({
  label,
  data,
  narrow,
  highlight,
  selecting,
  zooming,
  manyChanges,
  keys,
  picture,
}: {
  label: string
  data: PacksData
  narrow: boolean
  highlight: Highlight | null
  selecting: StopSelecting
  zooming: Zooming & { readonly isZoomed: boolean }
  /** Of how many changes only the newest are marked; null: all are. */
  manyChanges: { readonly count: number; readonly shown: number } | null
  /** The legend of the alarms. */
  keys: ReactNode
  picture: RefObject<TakePicture | null>
}) {
  const [mark, openMark] = useState<OpenMark | null>(null)
  const { open, select } = selecting
  const chooseGroup = (part: string) => {
    openMark(null)
    select({ figure: 'alarmGroup', part, partGroup: '' })
  }
  const pick = (picked: PickedMoment) => {
    if (picked.kind === 'instant') open(picked.at)
    else if (picked.kind === 'step') zooming.zoomTo(picked.window)
    else if (picked.kind === 'changes') openMark(picked)
    else if (picked.alarms.length > 1) openMark(picked)
    else chooseGroup(picked.alarms[0]?.group ?? '')
  }
  return (
    <>
      <div className={styles.tools} data-screen-only>
        <div className={styles.keys}>
          {keys}
          <Notes {...{ data, zooming, manyChanges }} />
        </div>
        <ZoomBar {...{ data, zooming }} />
      </div>
      <PacksChart {...{ label, data, narrow, highlight, pick, zooming, picture }} />
      {!data.states && data.totals && <KindKeys totals={data.totals} />}
      <Suspense fallback={null}>
        {mark && (
          <MarkList
            mark={mark}
            close={() => openMark(null)}
            openStop={(at) => {
              openMark(null)
              open(at)
            }}
            chooseGroup={chooseGroup}
          />
        )}
      </Suspense>
    </>
  )
}

/** Dragging, the wheel and two fingers have buttons that do the same. */
function ZoomBar({
  data: { window },
  zooming: { bounds, zoomTo, reset, isZoomed },
}: {
  data: PacksData
  zooming: Zooming & { readonly isZoomed: boolean }
}) {
  const say = useTexts('production')
  const middle = (window.from + window.to) / 2
  const to = (wanted: TimeWindow) => () => zoomTo(wanted)
  return (
    <fieldset className={styles.zoom} aria-label={say('zoomTools')}>
      <button type="button" title={say('earlier')} onClick={to(panned(window, -0.5, bounds()))}>
        <IconChevronLeft stroke={2} size={16} />
        <span className="spoken">{say('earlier')}</span>
      </button>
      <button
        type="button"
        title={say('zoomOut')}
        onClick={to(zoomed(window, middle, 1 / zoomStep, bounds()))}
      >
        <i aria-hidden="true">−</i>
        <span className="spoken">{say('zoomOut')}</span>
      </button>
      <button
        type="button"
        title={say('zoomIn')}
        onClick={to(zoomed(window, middle, zoomStep, bounds()))}
      >
        <i aria-hidden="true">+</i>
        <span className="spoken">{say('zoomIn')}</span>
      </button>
      <button
        type="button"
        title={say('later')}
        disabled={window.to >= bounds().until - 60_000}
        onClick={to(panned(window, 0.5, bounds()))}
      >
        <IconChevronRight stroke={2} size={16} />
        <span className="spoken">{say('later')}</span>
      </button>
      {isZoomed && (
        <button type="button" className={styles.reset} onClick={reset}>
          <IconX stroke={2} size={14} />
          {say('resetZoom')}
        </button>
      )}
    </fieldset>
  )
}

/** Why a lane is not there, and the window that shows it. */
function Notes({
  data: { alarms, totals, window, noSpeed },
  zooming,
  manyChanges,
}: {
  data: PacksData
  zooming: Zooming
  manyChanges: { readonly count: number; readonly shown: number } | null
}) {
  const say = useTexts('production')
  const unmeasured = totals?.every(({ rejects }) => rejects === null)
  const lines = [
    noSpeed === 'ofSelection' && say('noSpeedOfSelection'),
    alarms === null && say('alarmsUpToADay'),
    unmeasured && say('rejectsNotMeasured'),
    manyChanges !== null && say('newestChanges', manyChanges),
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0 && noSpeed === null) return null
  return (
    <p className={styles.notes}>
      <IconInfoCircle size={16} />
      <span>
        {noSpeed === 'ofMachine' && (
          <>
            {say('noSpeedOfMachine', { c: (inner) => <code>{inner}</code> })}{' '}
            <a href="/docs/manual/send-records.html#fields" target="_blank" rel="noreferrer">
              {say('howToSend')}
            </a>{' '}
          </>
        )}
        {lines.join(' ')}
      </span>
      {alarms === null && (
        <button
          type="button"
          onClick={() => zooming.zoomTo({ from: window.to - dayMs, to: window.to })}
        >
          {say('itsLastDay')}
        </button>
      )}
    </p>
  )
}

const kinds = ['run', 'ancillary', 'idle', 'alarm'] as const
const plannedKinds = [...kinds, 'notScheduled'] as const

/** The colours of the lane of states, where it shows shares of time. */
function KindKeys({ totals }: Pick<PacksData, 'totals'>) {
  const say = useTexts('production')
  const sayState = useTexts('states')
  return (
    <ul className={styles.kinds} aria-label={say('shareKeys')}>
      {(totals?.some((step) => step.notScheduled > 0) ? plannedKinds : kinds).map((kind) => (
        <li key={kind}>
          {kind === 'notScheduled' ? (
            <ClosedKey />
          ) : (
            <span style={{ color: kindLooks[kind].colour }}>
              <Glyph shape={kindLooks[kind].shape} size={12} />
            </span>
          )}
          {sayState(kind)}
        </li>
      ))}
    </ul>
  )
}
