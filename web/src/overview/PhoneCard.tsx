import type { ClientMachine } from '@packboard/contract'
import { type LiveCard, noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useCallback, useId, useMemo, useState } from 'react'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronDown, IconChevronUp } from '../icons/icons.ts'
import { DateTime, Duration } from '../time/DateTime.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { useSight } from '../ui/useSight.ts'
import { type Attention, attentionOf } from './attention.ts'
import { plain, TimeInState, timeClasses } from './CardHead.tsx'
import { type AnyCardProps, Field, Star } from './MachineCard.tsx'
import { useOeee } from './machineOeees.ts'
import { OfTarget } from './OfTarget.tsx'
import { type Cards, type FeedView, type OverviewFeed, restingFeed } from './overviewFeed.ts'
import styles from './PhoneCard.module.css'
import {
  useCard,
  useCardsText,
  useFrame,
  useOffline,
  useSeen,
  useSeenValue,
  useSilentWord,
} from './useOverview.ts'
import { type MachineTarget, targetPpm } from './useTargets.ts'

/** The machines on a phone: who needs attention as cards, the others as rows below them. */
export function PhoneCards({
  feed,
  machines,
  card,
  titled,
}: {
  feed: OverviewFeed
  machines: readonly ClientMachine[]
  card: (machine: ClientMachine) => AnyCardProps
  /** How many they are stands over both. */
  titled: boolean
}) {
  const say = useTexts('overview')
  const seen = useCardsText(
    feed,
    useCallback(
      (cards: Cards, now: Date) => {
        const own = machines.flatMap(({ machineId }) => cards.get(machineId) ?? [])
        return JSON.stringify(attentionOf(own, now))
      },
      [machines],
    ),
  )
  const { trouble, rest, ready }: Attention = useMemo(() => JSON.parse(seen), [seen])
  const known = new Map(machines.map((machine) => [machine.machineId, machine]))
  const cardsOf = (serialNos: readonly string[]) =>
    serialNos.flatMap((serialNo) => {
      const machine = known.get(serialNo)
      return machine ? [<PhoneCard key={serialNo} {...card(machine)} />] : []
    })
  return (
    <>
      {titled && trouble.length > 0 && (
        <h2 className={styles.title}>{say('needCount', { count: trouble.length })}</h2>
      )}
      <div className={styles.cards}>{cardsOf(trouble)}</div>
      {titled && rest.length > 0 && (
        <h2 className={styles.title}>
          <Glyph shape="play" size={12} />
          {say('ready', { count: ready })}
        </h2>
      )}
      {rest.length > 0 && <div className={`panel ${styles.rows}`}>{cardsOf(rest)}</div>}
    </>
  )
}

/** A card or a row on a phone: a link to the machine, and beside it the way to all its fields. */
const PhoneCard = memo(function PhoneCard({
  feed,
  clientId,
  machine,
  staleSince,
  oneOfMany,
  target,
  starred = false,
}: AnyCardProps) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const [open, setOpen] = useState(false)
  const all = useId()
  const serialNo = machine.machineId
  const [place, inSight] = useSight<HTMLElement>(!oneOfMany)
  const view = useSeen(feed, serialNo, inSight)
  const drawn = inSight || !oneOfMany
  const seen = drawn ? view : restingFeed
  const state = useSeenValue(seen, ({ cards }) => cards.get(serialNo)?.state)
  const answered = useSeenValue(seen, ({ frame }) => frame.updatedAt !== null)
  const offline = useOffline(feed, seen, serialNo)
  const silent = useSilentWord(feed, seen, serialNo)
  const known = state !== undefined && answered
  if (drawn && !known) return null
  const word = offline ? silent : state === undefined ? undefined : stateWord(state, sayState)
  return (
    <article
      ref={place}
      className={styles.card}
      data-machine={serialNo}
      {...(state !== undefined && { 'data-band': shownBand(state, offline) })}
      data-stale={staleSince !== null}
      aria-label={[serialNo, word].filter(Boolean).join(', ')}
    >
      <CardLink
        {...{ clientId, machine, seen, staleSince, target, known }}
        silent={offline ? silent : undefined}
      />
      {starred && <Star />}
      {known && !offline && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={open}
          aria-controls={all}
          aria-label={say(open ? 'lessOf' : 'allFieldsOf', { machine: serialNo })}
          onClick={() => setOpen(!open)}
        >
          {open ? <IconChevronUp size={20} /> : <IconChevronDown size={20} />}
        </button>
      )}
      {open && !offline && (
        <div id={all} className={styles.all}>
          <AllFields {...{ seen, serialNo, target }} />
        </div>
      )}
    </article>
  )
})

type FaceProps = {
  machine: ClientMachine
  seen: FeedView
  staleSince: Date | null
  silent: string | undefined
  target: MachineTarget | undefined
}

/** A link is dear to draw: what changes with a second or with a state is inside of it. */
const CardLink = memo(function CardLink({
  clientId,
  known,
  ...face
}: FaceProps & { clientId: number; known: boolean }) {
  const { machine } = face
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId: machine.machineId }}
      className={styles.link}
    >
      {known ? <PhoneFace {...face} /> : <b>{machine.machineId}</b>}
    </Link>
  )
})

function PhoneFace({ machine, seen, staleSince, silent, target }: FaceProps) {
  const live = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!live || !updatedAt) return null
  const { state, product, at } = live
  const offline = silent !== undefined
  const band = shownBand(state, offline)
  const glyph = (
    <span className={styles.tile}>
      <Glyph shape={shownShape(state, offline)} size={16} />
    </span>
  )
  if (offline) {
    return (
      <>
        {glyph}
        <span className={styles.name}>
          <b>{machine.machineId}</b> <small>{machine.lineName}</small>
          <strong className={styles.silent}>{silent}</strong>
        </span>
        <TimeInState sinceMs={at?.getTime() ?? null} staleSince={staleSince} />
      </>
    )
  }
  if (band !== 'go') {
    return (
      <>
        {glyph}
        <Trouble {...{ machine, live }} />
        <TimeInState sinceMs={live.stateSince?.getTime() ?? null} staleSince={staleSince} />
        <Facts serialNo={machine.machineId} product={product} totalPacks={live.totalPacks} />
      </>
    )
  }
  return (
    <>
      {glyph}
      <span className={styles.name}>
        <b>{machine.machineId}</b> <small>{reportedText(product) || noFigure}</small>
        <StateStrip
          serialNo={machine.machineId}
          parts={live.strip}
          closed={live.closed}
          to={updatedAt}
          ticks={false}
        />
      </span>
      <Speed
        {...live}
        target={targetPpm(target, product)}
        waits={shownShape(state, false) === 'playHollow'}
      />
    </>
  )
}

function Trouble({ machine, live }: { machine: ClientMachine; live: LiveCard }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <span className={styles.name}>
      <b>{machine.machineId}</b> <small>{machine.lineName}</small>
      {machine.isProvisional && <small> · {say('provisional')}</small>}
      <span className={styles.state} title={live.reason}>
        <strong>{stateWord(live.state, sayState)}</strong> {live.reason}
      </span>
    </span>
  )
}

/** Below the state of a card: what it packs, how many, how well. */
function Facts({
  serialNo,
  product,
  totalPacks,
}: {
  serialNo: string
  product: string
  totalPacks: number
}) {
  const say = useTexts('overview')
  const oeee = useOeee(serialNo)
  return (
    <span className={styles.facts}>
      <span title={reportedText(product)}>{reportedText(product) || noFigure}</span>
      <span>{say('packs', { count: formatCount(totalPacks) })}</span>
      {oeee && <span>OEEE {oeee.percent} %</span>}
    </span>
  )
}

/** At the end of a row: how fast of which speed, and how many packs; an Idle machine says its state. */
function Speed({
  speedPpm,
  totalPacks,
  state,
  target,
  waits,
}: Pick<LiveCard, 'speedPpm' | 'totalPacks' | 'state'> & {
  target: number | null
  waits: boolean
}) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <span className={styles.speed}>
      <b data-zero={!speedPpm}>{formatCount(speedPpm)}</b> <OfTarget target={target} />
      <small>
        {waits ? stateWord(state, sayState) : say('packs', { count: formatCount(totalPacks) })}
      </small>
    </span>
  )
}

/** Every field of the specification. */
function AllFields({
  seen,
  serialNo,
  target,
}: {
  seen: FeedView
  serialNo: string
  target: MachineTarget | undefined
}) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const live = useCard(seen, serialNo)
  const updatedAt = useFrame(seen, 'updatedAt')
  const oeee = useOeee(serialNo)
  if (!live || !updatedAt) return null
  return (
    <>
      <dl>
        <Field label={say('status')}>
          {[stateWord(live.state, sayState), live.reason].filter(Boolean).join(', ')}
        </Field>
        <Field label={say('product')}>{reportedText(live.product) || noFigure}</Field>
        <Labelled label={say('speed', { spoken: plain })}>
          {formatCount(live.speedPpm)} <OfTarget target={targetPpm(target, live.product)} />
        </Labelled>
        {oeee && <Field label={oeee.name}>{`${oeee.percent} %`}</Field>}
        <Field label={say('batchPacks')}>{formatCount(live.batchPacks)}</Field>
        <Field label={say('totalPacks')}>{formatCount(live.totalPacks)}</Field>
        {timeClasses.map(({ kind, shape, colour }) => (
          <Labelled
            key={kind}
            label={
              <>
                <span style={{ color: colour }}>
                  <Glyph shape={shape} size={10} />
                </span>
                {say(kind, { spoken: plain })}
              </>
            }
          >
            <Duration seconds={live[kind]} />
          </Labelled>
        ))}
        <Field label={say('tool')}>{reportedText(live.tool) || noFigure}</Field>
        <Field label={say('user')}>{reportedText(live.user) || noFigure}</Field>
        <Labelled label={say('dateTime')}>
          <DateTime at={live.at} />
        </Labelled>
      </dl>
      <StateStrip
        serialNo={serialNo}
        parts={live.strip}
        closed={live.closed}
        to={updatedAt}
        ticks
      />
    </>
  )
}

function Labelled({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
