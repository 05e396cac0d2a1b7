import { TextInput } from '@mantine/core'
import { formatTimeInState, localDate, timeStepSeconds } from '@packboard/model'
import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { AttentionAlerts } from '../alerts/soonAlerts.ts'
import { useKnownNow } from '../api/useKnownNow.ts'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle, IconClock } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import { DateTime } from '../time/DateTime.tsx'
import { useNow } from '../time/useNow.ts'
import { usePageTimes, useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { Spinner } from '../ui/Loadable.tsx'
import { useWidth } from '../ui/useWidth.ts'
import { type Attention, attentionOf, troubleSince } from './attention.ts'
import styles from './OverviewHead.module.css'
import { type Cards, type OverviewFeed, refreshMs } from './overviewFeed.ts'
import { ShiftLine } from './ShiftLine.tsx'
import { useCard, useCardsText, useFrame, useOffline } from './useOverview.ts'
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

/** Title, who needs attention, the way to other views, and the time of the last update; for some the sentence of the shift. */
export function OverviewHead({
  freshness,
  retry,
  view,
  children,
}: {
  freshness: Freshness
  retry?: (() => void) | undefined
  /** The choice of how the machines are shown. */
  view?: ReactNode
  /** Who needs attention. */
  children?: ReactNode
}) {
  const say = useTexts('overview')
  return (
    <div className={styles.head}>
      <h1>{say('title')}</h1>
      <div className={styles.attention} data-stale={freshness.stale}>
        {children}
      </div>
      {view}
      <Updated freshness={freshness} retry={retry} />
      <ShiftLine />
    </div>
  )
}

/** The start of the sums, and beside it the sums of all machines once they are there: their rows have a place before that. */
export function PlantRow({
  client,
  start,
  stale = false,
  children,
}: {
  client: ChosenClient
  start: ReturnType<typeof useWindowStart>
  stale?: boolean
  children?: ReactNode
}) {
  const { factory } = usePageTimes()
  return (
    <section
      className={`panel ${styles.plant}`}
      data-stale={stale}
      data-compares={client.subscriptionLabel === 'premium'}
      data-target={factory !== null && factory.starts.length > 0}
    >
      <StartTimeField {...start} />
      {children}
    </section>
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

/** So many machines are named at most; how many more there are is said. */
const mostNamed = 6
/** The least width of a name with its state and time, and of what follows the names, in px. */
const nameWidth = 150
const restWidth = 100

/** Open alerts, and the machines that need attention, the most urgent first; each leads to its card. */
export function NeedsAttention({ clientId, feed }: { clientId: number; feed: OverviewFeed }) {
  const say = useTexts('overview')
  const [place, width] = useWidth<HTMLDivElement>()
  const isReady = useFrame(feed, 'phase') === 'ready'
  const seen = useCardsText(feed, attentionText)
  const { trouble, rest, running, ready }: Attention = useMemo(() => JSON.parse(seen), [seen])
  const room = Math.floor((width - restWidth) / nameWidth)
  // Not measured is not narrow.
  const named = width === 0 ? mostNamed : Math.min(Math.max(room, 1), mostNamed)
  const others = trouble.slice(named)
  const all = trouble.length + rest.length
  const runs = running === all ? say('allRun', { count: all }) : say('ready', { count: ready })
  return (
    <div className={styles.row}>
      <Suspense fallback={null}>
        <AttentionAlerts clientId={clientId} />
      </Suspense>
      <div ref={place} className={styles.bar}>
        {isReady && (
          <>
            {trouble.length > 0 && (
              <ul aria-label={say('needAttention')}>
                {trouble.slice(0, named).map((serialNo) => (
                  <li key={serialNo}>
                    <NamedMachine {...{ feed, serialNo }} />
                  </li>
                ))}
                {others.length > 0 && (
                  <li className={styles.others}>
                    <button
                      type="button"
                      aria-label={say('moreNeed', { count: others.length })}
                      title={others.join(', ')}
                      onClick={() => goToCard(others[0])}
                    >
                      +{others.length}
                    </button>
                  </li>
                )}
              </ul>
            )}
            <p>
              <Glyph shape="play" size={12} />
              <span title={runs}>{runs}</span>
            </p>
          </>
        )}
      </div>
    </div>
  )
}

const attentionText = (cards: Cards, now: Date) => JSON.stringify(attentionOf(cards.values(), now))

/** What a state says beside its name: `Held (No Production)`. */
const aside = / \(.*\)$/

function NamedMachine({ feed, serialNo }: { feed: OverviewFeed; serialNo: string }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const card = useCard(feed, serialNo)
  const offline = useOffline(feed, feed, serialNo)
  if (!card) return null
  const word = offline ? sayState('bandDark') : stateWord(card.state, sayState)
  return (
    <button
      type="button"
      data-band={shownBand(card.state, offline)}
      title={say('showCard', { machine: serialNo, state: word })}
      onClick={() => goToCard(serialNo)}
    >
      <Glyph shape={shownShape(card.state, offline)} size={13} />
      <b>{serialNo}</b> <span title={word}>{word.replace(aside, '')}</span>{' '}
      <Lasts since={troubleSince(card, offline)} />
    </button>
  )
}

/** `12m 18s`, counting for as long as it is known. */
function Lasts({ since }: { since: Date | null }) {
  const sinceMs = since?.getTime() ?? null
  const text = useKnownNow((now) =>
    sinceMs === null ? '' : formatTimeInState((now - sinceMs) / 1_000),
  )
  return text && <time>{text}</time>
}

/** Brings a card into sight and gives it the focus, which is seen on it however it came there. */
function goToCard(serialNo: string | undefined) {
  const card = [...document.querySelectorAll<HTMLElement>('article[data-machine]')].find(
    ({ dataset }) => dataset.machine === serialNo,
  )
  const link = card?.querySelector('a')
  if (!card || !link) return
  card.scrollIntoView({ block: 'center' })
  link.focus({ preventScroll: true })
  card.dataset.shown = 'true'
  link.addEventListener('blur', () => delete card.dataset.shown, { once: true })
}
