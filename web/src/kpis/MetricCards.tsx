import { formatDuration, formatHoursMinutes, noFigure } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import {
  IconAlertTriangle,
  IconCloudOff,
  IconGauge,
  IconPackage,
  IconPlayerPause,
  IconPlayerPlay,
} from '../icons/icons.ts'
import type { Figure } from '../shell/help/figureHelp.ts'
import { InfoTip } from '../shell/help/InfoTip.tsx'
import { FailedMark, LoadingWord, type Waiting } from '../ui/Loadable.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './MetricCards.module.css'
import { MovedLine, SettingsLine } from './MovedLine.tsx'
import { type ComparedMetric, type Metrics, noMetrics } from './metrics.ts'

/** A card whose figure can be explained. */
export type MetricFigure = 'packs' | 'idle' | 'run' | 'oeee'

/**
 * Packs Produced, Idle Time Total, Run Time Total and OEEE of a window. Unknown figures are a dash; totals that could
 * not be loaded are zero, as specified, and say that they could not be loaded (D31).
 */
export function MetricCards({
  query,
  scope,
  bars,
  explain,
  change,
}: {
  query: Waiting<Metrics>
  /** `06:00 to 14:30`, `7 days, 8 machines`: the scope of the figures. */
  scope: ReactNode
  /** How the packs are spread over the window, oldest first; left out when not known. */
  bars?: readonly number[] | undefined
  explain?: ((figure: MetricFigure) => ReactNode) | undefined
  /** How a figure changed against an earlier window. */
  change?: ((metric: ComparedMetric, now: Metrics) => ReactNode) | undefined
}) {
  const say = useTexts('metrics')
  const oneStop = useOneStop<HTMLElement>()
  const coming = query.isPending && !query.isError
  if (coming && query.isPaused) return <WithoutNetwork />
  const failed = query.isError || (!coming && query.data === undefined)
  const metrics = failed || query.data === undefined ? noMetrics : query.data
  const old = !failed && (query.isPlaceholderData ?? false)
  const basis = basisTexts[metrics.qualityBasis]
  const notes = {
    availability: '',
    performance: metrics.targetSource === 'estimated' ? say('estimatedTarget') : '',
    quality: basis === undefined ? '' : say(basis),
  }
  // The skeletons have the size of the values, so that nothing moves when they come.
  const value = (figure: ReactNode, metric: ComparedMetric) => (
    <>
      <p className={styles.value}>{coming ? <Skeleton width={132} height={32} /> : figure}</p>
      {changed(metric)}
    </>
  )
  const changed = (metric: ComparedMetric) =>
    change && <div className={styles.change}>{!coming && !failed && change(metric, metrics)}</div>
  const note = (words: ReactNode) =>
    coming ? (
      <div className={styles.sub}>
        <Skeleton width={88} height={12} />
      </div>
    ) : failed ? (
      <div className={styles.failed}>
        <FailedMark retry={() => query.refetch()} />
      </div>
    ) : (
      <p className={styles.sub}>{words}</p>
    )
  return (
    <section
      ref={oneStop}
      className={styles.cards}
      aria-label={say('totals')}
      aria-busy={coming || old}
      data-old={old}
      data-failed={failed}
    >
      {coming && <LoadingWord className="spoken" />}
      <Card title={say('packs')} icon={IconPackage} figure="packs" explain={explain?.('packs')}>
        <div className={styles.packs}>
          <div>
            {value(formatCount(metrics.packs), 'packs')}
            {note(
              metrics.run > 0
                ? say('whileRunning', {
                    ppm: formatCount((metrics.packs - metrics.packsAfterGap) / (metrics.run / 60)),
                  })
                : scope,
            )}
          </div>
          {!coming && !failed && bars && bars.length > 1 && <SparkBars values={bars} />}
        </div>
      </Card>
      <Card title={say('idle')} icon={IconPlayerPause} figure="idle" explain={explain?.('idle')}>
        {value(<Hours seconds={metrics.idle} />, 'idle')}
        {note(say('share', shareOf(metrics.idle, metrics.windowSeconds)))}
        <Bar share={share(metrics.idle, metrics.windowSeconds)} colour="var(--hold)" />
      </Card>
      <Card title={say('run')} icon={IconPlayerPlay} figure="run" explain={explain?.('run')}>
        {value(<Hours seconds={metrics.run} />, 'run')}
        {note(say('share', shareOf(metrics.run, metrics.windowSeconds)))}
        <Bar share={share(metrics.run, metrics.windowSeconds)} colour="var(--go)" />
      </Card>
      <Card title={say('oeee')} icon={IconGauge} figure="oeee" explain={explain?.('oeee')} wide>
        <div className={styles.oeee}>
          <div>
            {value(<Percent value={metrics.oeee} />, 'oeee')}
            {note(
              <>
                {scope}
                {metrics.machineOeee !== null && <br />}
                {metrics.machineOeee !== null &&
                  say('machineOeee', { percent: formatPercent(metrics.machineOeee) })}
              </>,
            )}
          </div>
          <dl>
            {(['availability', 'performance', 'quality'] as const).map((figure) => (
              <Part
                key={figure}
                {...{ figure, coming }}
                label={say(figure)}
                value={metrics[figure]}
                change={changed(figure)}
                note={notes[figure]}
              />
            ))}
          </dl>
        </div>
        {metrics.moved && <MovedLine moved={metrics.moved} />}
        {metrics.movedBySettings && <SettingsLine moved={metrics.movedBySettings} />}
        <Marks metrics={metrics} />
      </Card>
    </section>
  )
}

export function Card({
  title,
  icon: Icon,
  figure,
  explain,
  wide = false,
  children,
}: {
  title: string
  figure: Figure
  icon: typeof IconGauge
  explain: ReactNode
  wide?: boolean
  children: ReactNode
}) {
  return (
    <article className={`panel ${styles.card}`} data-wide={wide} aria-label={title}>
      <header>
        <h2>
          <Icon size={16} />
          {title}
        </h2>
        <InfoTip figure={figure} passed={Boolean(explain)} />
        {explain && <span className={styles.explain}>{explain}</span>}
      </header>
      {children}
    </article>
  )
}

/** Hours and minutes with small units. */
export function Hours({ seconds }: { seconds: number }) {
  const [hours = '', minutes = ''] = formatHoursMinutes(seconds).replace(/[hm]/g, '').split(' ')
  return (
    <>
      {hours}
      <u>h</u> {minutes}
      <u>m</u>
    </>
  )
}

function Percent({ value }: { value: number | null }) {
  const text = formatPercent(value)
  return (
    <>
      {text.replace(' %', '')}
      {value !== null && <small> %</small>}
    </>
  )
}

function Part({
  figure,
  label,
  value,
  coming,
  note,
  change,
}: {
  figure: Figure
  label: string
  value: number | null
  coming: boolean
  note: string
  change: ReactNode
}) {
  return (
    <div>
      <dt>
        {label} <InfoTip figure={figure} />
        {note && <small> {note}</small>}
      </dt>
      <dd>
        {coming ? <Skeleton width={44} height={12} /> : formatPercent(value)}
        {change}
      </dd>
      <Bar share={(value ?? 0) / 100} colour="var(--text-2)" />
    </div>
  )
}

/** Warnings to read with a figure (D21, D22, D23). */
function Marks({ metrics }: { metrics: Metrics }) {
  const say = useTexts('metrics')
  const marks = [
    metrics.lowCoverage && say('lowCoverage', { percent: formatPercent(metrics.coverage) }),
    metrics.targetTooLow && say('targetTooLow'),
    metrics.packsAfterGap > 0 &&
      say('packsAfterGap', { packs: formatCount(metrics.packsAfterGap) }),
    metrics.packsNotPlanned > 0 &&
      say('packsNotPlanned', { packs: formatCount(metrics.packsNotPlanned) }),
    // The product of the three is no OEEE where nothing ran (D116).
    metrics.run === 0 && metrics.oeee !== null && metrics.oeee !== 0 && say('noRun'),
    metrics.quality !== null && metrics.quality < 0 && say('qualityBelow'),
    metrics.recovered !== null &&
      say('recovered', {
        time: formatDuration(metrics.recovered.seconds),
        packs: formatCount(metrics.recovered.packs),
      }),
  ].filter((mark) => mark !== false)
  if (marks.length === 0) return null
  return (
    <ul className={styles.marks}>
      {marks.map((mark) => (
        <li key={mark}>
          <IconAlertTriangle size={14} />
          {mark}
        </li>
      ))}
    </ul>
  )
}

function Bar({ share: full, colour }: { share: number; colour: string }) {
  const width = `${Math.min(1, Math.max(0, full)) * 100}%`
  return (
    <span className={styles.bar} aria-hidden="true">
      <i style={{ width, background: colour }} />
    </span>
  )
}

const share = (seconds: number, of: number) => (of > 0 ? seconds / of : 0)

/** `82.4 %` of `8h 30m`. */
export const shareOf = (seconds: number, of: number) => ({
  share: of > 0 ? formatPercent((100 * seconds) / of) : noFigure,
  window: formatHoursMinutes(Math.max(0, of)),
})

/** The note beside a quality that was not measured on every machine. */
const basisTexts = {
  measured: undefined,
  'partly measured': 'partlyMeasured',
  'not measured': 'notMeasured',
} as const

const four = ['packs', 'idle', 'run', 'oeee'] as const satisfies readonly MetricFigure[]

/** The browser has no network: nothing is known yet, and nothing failed either. */
function WithoutNetwork() {
  const say = useTexts('metrics')
  const ui = useTexts('ui')
  return (
    <section className={styles.cards} aria-label={say('totals')} data-failed>
      <p className="spoken" role="status">
        {ui('offline')}. {ui('offlineReason')}
      </p>
      {four.map((figure) => (
        <article
          key={figure}
          className={`panel ${styles.card}`}
          data-wide={figure === 'oeee'}
          aria-label={say(figure)}
        >
          <header>
            <h2>{say(figure)}</h2>
          </header>
          <p className={styles.value}>{noFigure}</p>
          <p className={styles.offline}>
            <IconCloudOff size={16} />
            {ui('offline')}
          </p>
        </article>
      ))}
    </section>
  )
}

const height = 40
const pitch = 12
const wide = 9
/** Two days are two bars, not two blocks. */
const widest = 16

/** How something was spread over a window, oldest first; the last part may still be under way and is dimmer. */
function SparkBars({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1)
  const bars = values.map((value, index) => {
    const tall = Math.max(1, (height * value) / most)
    return `M${index * pitch} ${height}v-${tall}h${wide}v${tall}z`
  })
  return (
    <svg
      className={styles.spark}
      style={{ maxWidth: values.length * widest }}
      viewBox={`0 0 ${values.length * pitch - (pitch - wide)} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d={bars.slice(0, -1).join('')} fill="var(--spark)" />
      <path d={bars.at(-1)} fill="var(--spark-last)" />
    </svg>
  )
}
