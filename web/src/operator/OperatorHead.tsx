import type { ClientMachine } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconUpload } from '../icons/furtherIcons.ts'
import { IconChevronDown, IconCloudOff, IconHelpCircle } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useOffline } from '../overview/useOffline.ts'
import { useCard } from '../overview/useOverview.ts'
import { usePerson } from '../session/useSession.ts'
import { BrandMark } from '../shell/BrandMark.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './Operator.module.css'
import type { Answers } from './useAnswers.ts'

/** The machines of the line as tabs, what waits to be sent, who answers, and the clock. */
export function OperatorHead({
  line,
  machines,
  open,
  counts,
  feed,
  answers: { waiting, lost },
  choose,
  changeLine,
}: {
  line: string
  machines: readonly ClientMachine[]
  open: string
  /** Stops that wait for a reason, of each machine. */
  counts: readonly number[]
  feed: OverviewFeed
  answers: Answers
  choose: (machineId: string) => void
  changeLine?: () => void
}) {
  const say = useTexts('stopBook')
  const shell = useTexts('shell')
  const { firstName } = usePerson()
  const zone = useShownZone()
  const clock = useNow((now) => formatClock(new Date(now), zone).slice(0, 5))
  const count = waiting.length
  return (
    <header className={styles.head}>
      <Link to="/admin/index" className={styles.mark} aria-label={shell('home')}>
        <BrandMark size={24} />
      </Link>
      {changeLine ? (
        <button
          type="button"
          className={styles.lineButton}
          aria-label={say('changeLine', { line })}
          onClick={changeLine}
        >
          {line === '' ? say('noLine') : line}
          <IconChevronDown size={18} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        <b className={styles.lineName}>{line}</b>
      )}
      <fieldset className={styles.tabs} aria-label={say('machine')}>
        {machines.map(({ machineId }, index) => (
          <Tab
            key={machineId}
            {...{ feed, choose }}
            serialNo={machineId}
            count={counts[index] ?? 0}
            pressed={machineId === open}
          />
        ))}
      </fieldset>
      <p className={styles.queue} role="status" data-shown={lost || count > 0}>
        {lost ? (
          <>
            <IconCloudOff size={20} stroke={1.75} aria-hidden="true" />
            {count > 0 ? say('noNetwork', { count }) : say('noNetworkAlone')}
          </>
        ) : (
          count > 0 && (
            <>
              <IconUpload size={20} stroke={1.75} aria-hidden="true" />
              {say('toBeSent', { count })}
            </>
          )
        )}
      </p>
      <span className={styles.who}>
        <span aria-hidden="true">{firstName.slice(0, 1).toUpperCase()}</span>
        {firstName}
      </span>
      <a
        className={styles.help}
        href="/docs/manual/operator.html"
        target="_blank"
        rel="noreferrer"
        aria-label={shell('help')}
        title={shell('help')}
      >
        <IconHelpCircle size={24} stroke={1.75} aria-hidden="true" />
      </a>
      <b className={`digits ${styles.clock}`}>{clock}</b>
    </header>
  )
}

/** A machine with its state; of one that is not open, how many stops wait. */
function Tab({
  feed,
  serialNo,
  count,
  pressed,
  choose,
}: {
  feed: OverviewFeed
  serialNo: string
  count: number
  pressed: boolean
  choose: (machineId: string) => void
}) {
  const say = useTexts('stopBook')
  const sayState = useTexts('states')
  const card = useCard(feed, serialNo)
  const offline = useOffline(feed, feed, serialNo)
  const state = card?.state ?? -1
  return (
    <button
      type="button"
      className={styles.tab}
      aria-pressed={pressed}
      onClick={() => choose(serialNo)}
    >
      {card && (
        <span style={{ color: bandLooks[shownBand(state, offline)].chipColour }} data-chart-key>
          <Glyph shape={shownShape(state, offline)} size={14} />
        </span>
      )}
      {serialNo}
      {card && (
        <span className="spoken"> {offline ? sayState('silent') : stateWord(state, sayState)}</span>
      )}
      {count > 0 && (
        <span className={styles.count}>
          <span aria-hidden="true">{count}</span>
          <span className="spoken"> {say('withoutReasonCount', { count })}</span>
        </span>
      )}
    </button>
  )
}
