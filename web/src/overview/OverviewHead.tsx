import { TextInput } from '@mantine/core'
import { isOffline, localDate, noFigure, timeStepSeconds } from '@packboard/model'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { bandLooks, bandOrder, shownBand } from '../charts/bandLook.ts'
import { TimesInField } from '../filter/TimesInField.tsx'
import { bandWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconClock } from '../icons/icons.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Spinner } from '../ui/Loadable.tsx'
import styles from './OverviewHead.module.css'
import { type Cards, type OverviewFeed, refreshMs } from './overviewFeed.ts'
import { useCardsText, useFrame } from './useOverview.ts'
import type { useWindowStart } from './useWindowStart.ts'

type Freshness = {
  readonly updatedAt: Date | null
  readonly refreshing: boolean
  /** The last request failed; the values are those of before. */
  readonly failed: boolean
  readonly stale: boolean
}

/** Before the first answer. */
export const nothingHeard: Freshness = {
  updatedAt: null,
  refreshing: true,
  failed: false,
  stale: false,
}

/** Title, summary, start time and the time of the last update. */
export function OverviewHead({
  start,
  freshness,
  retry,
  children,
}: {
  start: ReturnType<typeof useWindowStart>
  freshness: Freshness
  retry?: (() => void) | undefined
  /** The summary of the machines' states. */
  children?: ReactNode
}) {
  const say = useTexts('overview')
  return (
    <div className={styles.head}>
      <h1>{say('title')}</h1>
      {children && (
        <div className={styles.summary} data-stale={freshness.stale}>
          {children}
        </div>
      )}
      <div className={styles.side}>
        <div className={styles.clock}>
          <TimesInField zone={useShownZone()} beside />
          <StartTimeField {...start} />
        </div>
        <Updated freshness={freshness} retry={retry} />
      </div>
    </div>
  )
}

/**
 * Fills with every second until the next refresh. It is not an animation: that would draw the page anew sixty times a
 * second all day long.
 */
function Countdown({ updatedAt, refreshing }: Pick<Freshness, 'updatedAt' | 'refreshing'>) {
  const seconds = useNow((now) =>
    updatedAt ? Math.max(0, Math.round((now - updatedAt.getTime()) / 1_000)) : 0,
  )
  return <Spinner turning={refreshing} filled={Math.min(1, (seconds * 1_000) / refreshMs)} />
}

function Updated({
  freshness: { updatedAt, refreshing, failed, stale },
  retry,
}: {
  freshness: Freshness
  retry: (() => void) | undefined
}) {
  const say = useTexts('overview')
  const sayAll = useTexts('ui')
  return (
    <div className={styles.updated} data-stale={stale}>
      {failed && !refreshing ? (
        <button
          type="button"
          className={styles.failed}
          title={say('failedRetry')}
          aria-label={say('failedRetry')}
          onClick={retry}
        >
          <IconAlertTriangle size={20} />
        </button>
      ) : (
        <Countdown {...{ updatedAt, refreshing }} />
      )}
      <div>
        <span>{say('lastUpdated')}</span>
        <b data-known={updatedAt !== null}>
          {updatedAt ? <DateTime at={updatedAt} /> : refreshing ? sayAll('loading') : '–'}
        </b>
      </div>
    </div>
  )
}

/** The figures are requested this long after the last keystroke. */
const typingPauseMs = 700

/**
 * The start of the overview as a time of day in steps of five minutes. A time that is still to come today means
 * yesterday's, and says so. At rest it is shown as all other times on the page; a browser with a 12-hour clock shows its
 * own format while the field is edited. The end is always now: its field is there, hidden and disabled, as specified.
 */
function StartTimeField({
  from,
  time,
  changeTime,
}: {
  from: Date
  time: string
  changeTime: (time: string) => void
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const [draft, setDraft] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const yesterday = useNow((now) => localDate(from, zone) !== localDate(new Date(now), zone))
  useEffect(() => () => clearTimeout(pause.current), [])

  const settle = (text: string) => {
    clearTimeout(pause.current)
    setDraft(null)
    changeTime(text)
  }
  return (
    <div className={styles.start}>
      <label htmlFor="start-time">
        {yesterday
          ? say('startTimeYesterday', {
              quiet: (inner) => <small className={styles.yesterday}>{inner}</small>,
            })
          : say('startTime')}
      </label>
      <div className={styles.field} data-shown={draft ?? time}>
        <TextInput
          id="start-time"
          type="time"
          step={timeStepSeconds}
          value={draft ?? time}
          leftSection={<IconClock size={16} />}
          onChange={(event) => {
            const text = event.currentTarget.value
            setDraft(text)
            clearTimeout(pause.current)
            if (text) pause.current = setTimeout(() => settle(text), typingPauseMs)
          }}
          onBlur={() => draft !== null && settle(draft)}
          onKeyDown={(event) => event.key === 'Enter' && settle(event.currentTarget.value)}
        />
      </div>
      <input type="time" step={timeStepSeconds} aria-label={say('endTime')} hidden disabled />
    </div>
  )
}

/** How many machines are in each band. */
export function SummaryChips({ feed }: { feed: OverviewFeed }) {
  const ready = useFrame(feed, 'phase') === 'ready'
  const counts = useCardsText(feed, countsByBand).split(' ')
  return <Chips counts={ready ? counts : []} />
}

/** A band without a machine, or whose machines are not counted yet, keeps its place: nothing around it moves. */
export function Chips({ counts }: { counts: readonly string[] }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <ul className={styles.chips} aria-label={say('byState')}>
      {bandOrder.map((band, index) => {
        const count = counts[index] ?? noFigure
        const { chipColour, shape } = bandLooks[band]
        return (
          <li key={band} data-none={!Number.parseInt(count, 10)}>
            <span style={{ color: chipColour }}>
              <Glyph shape={shape} size={14} />
            </span>
            <b>{count}</b>
            <span className={styles.word}>{bandWord(band, sayState)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The counts in the order of the bands, as `1 1 1 4 1`. */
function countsByBand(cards: Cards, now: Date): string {
  const bands = [...cards.values()].map((card) => shownBand(card.state, isOffline(card, now)))
  return bandOrder.map((band) => bands.filter((each) => each === band).length).join(' ')
}
