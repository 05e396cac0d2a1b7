import type { ClientMachine } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconUpload } from '../icons/furtherIcons.ts'
import { IconChevronDown, IconCloudOff, IconHelpCircle } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useCard, useOffline } from '../overview/useOverview.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import type { Answering } from './answering.ts'
import styles from './OperatorHead.module.css'
import type { Answers } from './useAnswers.ts'

/** The machines of the line as tabs, what waits to be sent, who answers, and the clock. */
export function OperatorHead({
  answering: { name, leave },
  place,
  machines,
  open,
  counts,
  feed,
  answers: { waiting, lost },
  choose,
  changePlace,
}: {
  answering: Answering
  place: string
  machines: readonly ClientMachine[]
  open: string
  /** Stops that wait for a reason, of each machine. */
  counts: readonly number[]
  feed: OverviewFeed
  answers: Answers
  choose: (machineId: string) => void
  changePlace?: () => void
}) {
  const say = useTexts('stopBook')
  const shell = useTexts('shell')
  const zone = useShownZone()
  const clock = useNow((now) => formatClock(new Date(now), zone).slice(0, 5))
  const count = waiting.length
  return (
    <header className={styles.head}>
      {leave ? (
        <span className={styles.mark}>
          <BrandMark size={24} />
        </span>
      ) : (
        <Link to="/admin/index" className={styles.mark} aria-label={shell('home')}>
          <BrandMark size={24} />
        </Link>
      )}
      {changePlace ? (
        <button
          type="button"
          className={styles.lineButton}
          aria-label={say('changeLine', { line: place })}
          onClick={changePlace}
        >
          {place}
          <IconChevronDown size={18} />
        </button>
      ) : (
        <b className={styles.lineName}>{place}</b>
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
            <IconCloudOff size={20} />
            {count > 0 ? say('noNetwork', { count }) : say('noNetworkAlone')}
          </>
        ) : (
          count > 0 && (
            <>
              <IconUpload size={20} />
              {say('toBeSent', { count })}
            </>
          )
        )}
      </p>
      {leave ? (
        <button
          type="button"
          className={styles.who}
          aria-label={say('changeName', { name })}
          title={say('changeName', { name })}
          onClick={leave}
        >
          <Who name={name} />
          <IconChevronDown size={18} />
        </button>
      ) : (
        <span className={styles.who}>
          <Who name={name} />
        </span>
      )}
      <a
        className={styles.help}
        href="/docs/manual/operator.html"
        target="_blank"
        rel="noreferrer"
        aria-label={shell('help')}
        title={shell('help')}
      >
        <IconHelpCircle size={24} />
      </a>
      <b className={`digits ${styles.clock}`}>{clock}</b>
    </header>
  )
}

function Who({ name }: { name: string }) {
  return (
    <>
      <span aria-hidden="true">{name.slice(0, 1).toUpperCase()}</span>
      <b>{name}</b>
    </>
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
