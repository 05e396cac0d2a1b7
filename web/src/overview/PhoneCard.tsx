import type { ClientMachine } from '@packboard/contract'
import { noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronDown, IconChevronUp } from '../icons/icons.ts'
import { DateTime, Duration } from '../time/DateTime.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { useSight } from '../ui/useSight.ts'
import { AwayHead, CardHead, plain, timeClasses } from './CardHead.tsx'
import card from './MachineCard.module.css'
import { type MachineCardProps, Star } from './MachineCard.tsx'
import { OfTarget } from './OfTarget.tsx'
import { type FeedView, restingFeed } from './overviewFeed.ts'
import styles from './PhoneCard.module.css'
import {
  useCard,
  useFrame,
  useOffline,
  useSeen,
  useSeenValue,
  useSilentWord,
} from './useOverview.ts'
import { type MachineTarget, targetPpm } from './useTargets.ts'

/** The card on a phone: what needs an answer first, all other fields on demand. */
export const PhoneCard = memo(function PhoneCard({
  feed,
  clientId,
  machine,
  staleSince,
  oneOfMany,
  target,
  starred = false,
}: MachineCardProps) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const [open, setOpen] = useState(false)
  const [place, inSight] = useSight<HTMLElement>(!oneOfMany)
  const view = useSeen(feed, machine.machineId, inSight)
  const drawn = inSight || !oneOfMany
  const seen = drawn ? view : restingFeed
  const state = useSeenValue(seen, ({ cards }) => cards.get(machine.machineId)?.state)
  const answered = useSeenValue(seen, ({ frame }) => frame.updatedAt !== null)
  const offline = useOffline(feed, seen, machine.machineId)
  const silent = useSilentWord(feed, seen, machine.machineId)
  const address = addressOf(clientId, machine)
  if (state === undefined || !answered) {
    if (drawn) return null
    return (
      <article
        ref={place}
        className={`panel ${card.card} ${styles.card} ${styles.away}`}
        aria-label={machine.machineId}
      >
        <Link {...address} className={card.link}>
          <AwayHead machine={machine} />
        </Link>
      </article>
    )
  }
  if (offline) {
    return (
      <article
        ref={place}
        className={`panel ${card.card} ${styles.card}`}
        data-band="dark"
        aria-label={`${machine.machineId}, ${silent}`}
      >
        <Link {...address} className={`${card.head} ${card.link} ${styles.offline}`}>
          <span className={card.tile}>
            <Glyph shape="slash" size={20} />
          </span>
          <div>
            <div className={card.id}>
              {machine.machineId} <span>{machine.lineName}</span>
            </div>
            <b>{silent}</b>
          </div>
        </Link>
      </article>
    )
  }
  return (
    <article
      ref={place}
      className={`panel ${card.card} ${styles.card}`}
      data-band={shownBand(state, offline)}
      data-stale={staleSince !== null}
      aria-label={`${machine.machineId}, ${stateWord(state, sayState)}`}
    >
      <CardLink {...{ clientId, machine, seen, staleSince, open, target }} />
      {starred && <Star />}
      <button
        type="button"
        className={styles.more}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>
          {open ? (
            <NewestSample seen={seen} serialNo={machine.machineId} />
          ) : (
            <Packs seen={seen} serialNo={machine.machineId} />
          )}
        </span>
        {say(open ? 'less' : 'allFields')}
        <span className="spoken">, {machine.machineId}</span>
        {open ? <IconChevronUp stroke={2} size={16} /> : <IconChevronDown stroke={2} size={16} />}
      </button>
    </article>
  )
})

const addressOf = (clientId: number, machine: ClientMachine) =>
  ({
    to: '/admin/productionData/$clientId/$machineId',
    params: { clientId: String(clientId), machineId: machine.machineId },
  }) as const

type FaceProps = {
  machine: ClientMachine
  seen: FeedView
  staleSince: Date | null
  open: boolean
  target: MachineTarget | undefined
}

/** A link is dear to draw: what changes with a second or with a state is inside of it. */
const CardLink = memo(function CardLink({ clientId, ...face }: FaceProps & { clientId: number }) {
  return (
    <Link {...addressOf(clientId, face.machine)} className={card.link}>
      <PhoneFace {...face} />
    </Link>
  )
})

function PhoneFace({ machine, seen, staleSince, open, target }: FaceProps) {
  const say = useTexts('overview')
  const live = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!live || !updatedAt) return null
  return (
    <>
      <CardHead machine={machine} card={live} staleSince={staleSince} marked />
      <div className={styles.body}>
        <div className={styles.first}>
          <b data-zero={!live.speedPpm}>
            {formatCount(live.speedPpm)}
            <OfTarget target={targetPpm(target, live.product)} />
          </b>
          <span>
            {say('product')}
            <strong>{reportedText(live.product) || noFigure}</strong>
          </span>
        </div>
        <StateStrip
          serialNo={machine.machineId}
          parts={live.strip}
          closed={live.closed}
          to={updatedAt}
          ticks={open}
        />
        {open && (
          <dl className={styles.all}>
            <Field label={say('batchPacks')} value={formatCount(live.batchPacks)} />
            <Field label={say('totalPacks')} value={formatCount(live.totalPacks)} />
            {timeClasses.map(({ kind, shape, colour }) => (
              <div key={kind}>
                <dt>
                  <span style={{ color: colour }}>
                    <Glyph shape={shape} size={10} />
                  </span>
                  {say(kind, { spoken: plain })}
                </dt>
                <dd>
                  <Duration seconds={live[kind]} />
                </dd>
              </div>
            ))}
            <Field label={say('tool')} value={reportedText(live.tool) || noFigure} />
            <Field label={say('user')} value={reportedText(live.user) || noFigure} />
          </dl>
        )}
      </div>
    </>
  )
}

type OneMachine = { seen: FeedView; serialNo: string }

function Packs({ seen, serialNo }: OneMachine) {
  const say = useTexts('overview')
  const packs = useSeenValue(seen, ({ cards }) => cards.get(serialNo)?.totalPacks)
  return say('packs', { count: formatCount(packs ?? null) })
}

function NewestSample({ seen, serialNo }: OneMachine) {
  return <DateTime at={useCard(seen, serialNo)?.at ?? null} />
}

function Field({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  )
}
