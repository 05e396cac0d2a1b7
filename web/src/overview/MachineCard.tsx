import type { ClientMachine } from '@packboard/contract'
import { type LiveCard, noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useDensity } from '../theme/density.ts'
import { DateTime, Duration } from '../time/DateTime.tsx'
import { Glyph, type GlyphShape } from '../ui/Glyph.tsx'
import { useSight } from '../ui/useSight.ts'
import {
  AwayHead,
  CardHead,
  type FaceProps,
  OfflineHead,
  Provisional,
  timeClasses,
  useUnits,
} from './CardHead.tsx'
import { CompactFace } from './CompactFace.tsx'
import styles from './MachineCard.module.css'
import { OfTarget } from './OfTarget.tsx'
import { type OverviewFeed, restingFeed } from './overviewFeed.ts'
import {
  useCard,
  useFrame,
  useOffline,
  useSeen,
  useSeenValue,
  useSilentWord,
} from './useOverview.ts'
import { type MachineTarget, targetPpm } from './useTargets.ts'

export type MachineCardProps = {
  feed: OverviewFeed
  clientId: number
  machine: ClientMachine
  /** The values are old: the card says as of when. */
  staleSince: Date | null
  /** One of very many: it follows its machine only while it is in sight. */
  oneOfMany: boolean
  target?: MachineTarget | undefined
  /** A favourite of the person. */
  starred?: boolean
  /** Lies over the card. */
  over?: ReactNode
}

/** One machine, one link: its state, since when, its product, its speed; then the strip and the totals. */
export const MachineCard = memo(function MachineCard({
  feed,
  clientId,
  machine,
  staleSince,
  oneOfMany,
  target,
  starred = false,
  over,
}: MachineCardProps) {
  const sayState = useTexts('states')
  const [place, inSight] = useSight<HTMLElement>(!oneOfMany)
  const view = useSeen(feed, machine.machineId, inSight)
  const drawn = inSight || !oneOfMany
  const seen = drawn ? view : restingFeed
  const serialNo = machine.machineId
  const code = useSeenValue(seen, ({ cards }) => cards.get(serialNo)?.state)
  const answered = useSeenValue(seen, ({ frame }) => frame.updatedAt !== null)
  const offline = useOffline(feed, seen, serialNo)
  const silent = useSilentWord(feed, seen, serialNo)
  const known = code !== undefined && answered
  if (drawn && !known) return null
  const state = offline ? silent : code === undefined ? undefined : stateWord(code, sayState)
  return (
    <article
      ref={place}
      className={`panel ${styles.card}`}
      {...(code !== undefined && { 'data-band': shownBand(code, offline) })}
      data-stale={staleSince !== null}
      aria-label={[serialNo, state].filter(Boolean).join(', ')}
    >
      <CardLink
        {...{ clientId, machine, seen, staleSince, known, target }}
        silent={offline ? silent : undefined}
      />
      {starred && <Star />}
      {over}
    </article>
  )
})

/** A link is dear to draw: what changes with a second or with a state is inside of it. */
const CardLink = memo(function CardLink({
  clientId,
  known,
  ...face
}: FaceProps & { clientId: number; known: boolean }) {
  const { machine } = face
  // Not loaded later: a state must not wait for another file.
  const Face = useDensity() === 'compact' ? CompactFace : MachineFace
  return (
    <Link
      to="/admin/productionData/$clientId/$machineId"
      params={{ clientId: String(clientId), machineId: machine.machineId }}
      className={styles.link}
    >
      {known ? <Face {...face} /> : <AwayHead machine={machine} />}
    </Link>
  )
})

/** The inside of a card. Its parts are drawn again each for itself, because most figures change with an answer and few with a second. */
function MachineFace({ machine, seen, staleSince, silent, target }: FaceProps) {
  const card = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!card || !updatedAt) return null
  if (silent !== undefined) return <OfflineFace machine={machine} silent={silent} />
  const { product, tool, user, at, speedPpm, batchPacks, totalPacks } = card
  const { run, alarm, idle, ancillary } = card
  return (
    <>
      <CardHead machine={machine} card={card} staleSince={staleSince} />
      <div className={styles.body}>
        <Product {...{ machine, product }} />
        <Numbers {...{ speedPpm, batchPacks, totalPacks }} target={targetPpm(target, product)} />
        <StateStrip
          serialNo={machine.machineId}
          parts={card.strip}
          closed={card.closed}
          to={updatedAt}
          ticks
        />
        <Times {...{ run, alarm, idle, ancillary }} />
      </div>
      <Foot {...{ tool, user, at }} />
    </>
  )
}

const Product = memo(function Product({
  machine,
  product,
}: {
  machine: ClientMachine
  product: string
}) {
  const say = useTexts('overview')
  return (
    <div className={styles.product}>
      <MachineImage machine={machine} />
      <dl>
        <div>
          <dt>{say('product')}</dt>
          <dd title={reportedText(product)} data-long={product.length > longProduct}>
            {reportedText(product) || noFigure}
          </dd>
        </div>
      </dl>
      <Provisional machine={machine} />
    </div>
  )
})

const Numbers = memo(function Numbers({
  target,
  ...figures
}: Pick<LiveCard, 'speedPpm' | 'batchPacks' | 'totalPacks'> & { target: number | null }) {
  const say = useTexts('overview')
  const units = useUnits()
  return (
    <dl className={styles.numbers} data-size={sizeOf(figures)}>
      <div className={styles.speed}>
        <dt>{say('speed', { spoken: units })}</dt>
        <dd data-zero={!figures.speedPpm}>
          {formatCount(figures.speedPpm)}
          <OfTarget target={target} />
        </dd>
      </div>
      <Field label={say('batchPacks')}>{formatCount(figures.batchPacks)}</Field>
      <Field label={say('totalPacks')}>{formatCount(figures.totalPacks)}</Field>
    </dl>
  )
})

/** Marks a favourite. */
export function Star() {
  const say = useTexts('overview')
  return (
    <span className={styles.star} role="img" aria-label={say('favourite')}>
      ★
    </span>
  )
}

const Times = memo(function Times(seconds: Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>) {
  const say = useTexts('overview')
  const units = useUnits()
  return (
    <dl className={styles.times}>
      {timeClasses.map(({ kind, shape, colour }) => (
        <Time
          key={kind}
          label={say(kind, { spoken: units })}
          {...{ shape, colour }}
          seconds={seconds[kind]}
        />
      ))}
    </dl>
  )
})

function Foot({ tool, user, at }: Pick<LiveCard, 'tool' | 'user' | 'at'>) {
  const say = useTexts('overview')
  return (
    <dl className={styles.foot}>
      <Field label={say('tool')}>{reportedText(tool) || noFigure}</Field>
      <Field label={say('user')}>{reportedText(user) || noFigure}</Field>
      <Field label={say('dateTime')}>
        <DateTime at={at} />
      </Field>
    </dl>
  )
}

/** Longer names of products take two smaller lines, in the height of one. */
const longProduct = 24

/** Counts of eight digits and more are written smaller, so that the card keeps its size. */
function sizeOf({
  batchPacks,
  totalPacks,
}: Pick<LiveCard, 'batchPacks' | 'totalPacks'>): 'usual' | 'large' | 'huge' {
  const digits = Math.max(formatCount(batchPacks).length, formatCount(totalPacks).length)
  return digits > 11 ? 'huge' : digits > 9 ? 'large' : 'usual'
}

/** An OFFLINE machine shows its name, its picture and the word, nothing else (specification §2). */
function OfflineFace({ machine, silent }: { machine: ClientMachine; silent: string }) {
  return (
    <>
      <OfflineHead machine={machine} />
      <div className={styles.offline}>
        <MachineImage machine={machine} large />
        <b>{silent}</b>
      </div>
    </>
  )
}

function MachineImage({ machine, large }: { machine: ClientMachine; large?: boolean }) {
  const { imagePath, label } = machine.machineType
  return (
    <img
      className={styles.image}
      src={imagePath}
      alt={label}
      title={label}
      width={large ? 116 : 76}
      height={large ? 70 : 46}
      loading="lazy"
    />
  )
}

/** A value that is cut off in a narrow card is shown in full by its title. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd title={typeof children === 'string' ? children : undefined}>{children}</dd>
    </div>
  )
}

function Time({
  label,
  shape,
  colour,
  seconds,
}: {
  label: ReactNode
  shape: GlyphShape
  colour: string
  seconds: number
}) {
  return (
    <div>
      <dt>
        <span style={{ color: colour }}>
          <Glyph shape={shape} size={8} />
        </span>
        <b>{label}</b>
      </dt>
      <dd>
        <Duration seconds={seconds} />
      </dd>
    </div>
  )
}
