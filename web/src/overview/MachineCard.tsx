import type { ClientMachine } from '@packboard/contract'
import { type LiveCard, noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useState } from 'react'
import { shownBand } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime, Duration } from '../time/DateTime.tsx'
import { Glyph, type GlyphShape } from '../ui/Glyph.tsx'
import { useSight } from '../ui/useSight.ts'
import {
  AwayHead,
  CardHead,
  type FaceProps,
  OfflineHead,
  timeClasses,
  useUnits,
} from './CardHead.tsx'
import { CardDetails, CompactFace } from './CompactFace.tsx'
import type { CardLook } from './columns.ts'
import styles from './MachineCard.module.css'
import { useOeee } from './machineOeees.ts'
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

/** What a card of each kind is given. */
export type AnyCardProps = {
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
}

/** One machine, one link: its state, since when, its product, its speed; then the strip and the totals. */
export const MachineCard = memo(function MachineCard({
  feed,
  clientId,
  machine,
  line,
  look,
  staleSince,
  oneOfMany,
  target,
  starred = false,
  over,
}: AnyCardProps & {
  line: string
  look: CardLook
  /** Lies over the card. */
  over?: ReactNode
}) {
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
      data-machine={serialNo}
      {...(code !== undefined && { 'data-band': shownBand(code, offline) })}
      data-stale={staleSince !== null}
      aria-label={[serialNo, state].filter(Boolean).join(', ')}
    >
      <CardLink
        {...{ clientId, machine, line, look, seen, staleSince, known, target }}
        silent={offline ? silent : undefined}
      />
      {starred && <Star />}
      {over}
    </article>
  )
})

/**
 * A link is dear to draw: what changes with a second or with a state is inside of it. A compact one says its other fields under the
 * pointer, and on Space.
 */
const CardLink = memo(function CardLink({
  clientId,
  known,
  look,
  ...face
}: FaceProps & { clientId: number; known: boolean; look: CardLook }) {
  const { machine, line, seen, silent } = face
  const [detailed, setDetailed] = useState<HTMLElement | null>(null)
  const hasMore = look !== 'whole' && silent === undefined
  return (
    <>
      <Link
        to="/admin/productionData/$clientId/$machineId"
        params={{ clientId: String(clientId), machineId: machine.machineId }}
        className={styles.link}
        onPointerEnter={({ currentTarget, pointerType }) => {
          if (hasMore && pointerType === 'mouse') setDetailed(currentTarget)
        }}
        onPointerLeave={() => setDetailed(null)}
        onBlur={() => setDetailed(null)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setDetailed(null)
          if (event.key !== ' ' || !hasMore) return
          event.preventDefault()
          setDetailed(detailed ? null : event.currentTarget)
        }}
      >
        {!known ? (
          <AwayHead {...{ machine, line }} />
        ) : look === 'whole' ? (
          <MachineFace {...face} />
        ) : (
          // Not loaded later: a state must not wait for another file.
          <CompactFace {...face} withTimes={look === 'times'} />
        )}
      </Link>
      {detailed && hasMore && (
        <CardDetails serialNo={machine.machineId} card={detailed} {...{ seen }} />
      )}
    </>
  )
})

/** The inside of a card. Its parts are drawn again each for itself, because most figures change with an answer and few with a second. */
function MachineFace({ machine, line, seen, staleSince, silent, target }: FaceProps) {
  const card = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  if (!card || !updatedAt) return null
  if (silent !== undefined) return <OfflineFace {...{ machine, line, silent }} />
  const { product, tool, user, at, speedPpm, batchPacks, totalPacks } = card
  const { run, alarm, idle, ancillary } = card
  return (
    <>
      <CardHead {...{ machine, line, card, staleSince }} />
      <div className={styles.body}>
        <Present {...{ machine, product, speedPpm }} target={targetPpm(target, product)} />
        <StateStrip
          serialNo={machine.machineId}
          parts={card.strip}
          closed={card.closed}
          to={updatedAt}
          ticks
        />
        <Context {...{ batchPacks, totalPacks, tool, user }} />
        <Times {...{ run, alarm, idle, ancillary }} />
      </div>
      <Foot serialNo={machine.machineId} at={at} />
    </>
  )
}

/** Longer names of products take two smaller lines, in the height of one. */
const longProduct = 18

const Present = memo(function Present({
  machine,
  product,
  speedPpm,
  target,
}: Pick<LiveCard, 'product' | 'speedPpm'> & { machine: ClientMachine; target: number | null }) {
  const say = useTexts('overview')
  const units = useUnits()
  return (
    <div className={styles.present}>
      <dl>
        <div>
          <dt>{say('speed', { spoken: units })}</dt>
          <dd className={styles.speed} data-zero={!speedPpm}>
            {formatCount(speedPpm)}
            <OfTarget target={target} />
          </dd>
        </div>
        <div>
          <dt>{say('product')}</dt>
          <dd
            className={styles.product}
            title={reportedText(product)}
            data-long={product.length > longProduct}
          >
            {reportedText(product) || noFigure}
          </dd>
        </div>
      </dl>
      <MachineImage machine={machine} />
    </div>
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

const Context = memo(function Context({
  batchPacks,
  totalPacks,
  tool,
  user,
}: Pick<LiveCard, 'batchPacks' | 'totalPacks' | 'tool' | 'user'>) {
  const say = useTexts('overview')
  return (
    <dl className={styles.four}>
      <Field label={say('batchPacks')}>{formatCount(batchPacks)}</Field>
      <Field label={say('totalPacks')}>{formatCount(totalPacks)}</Field>
      <Field label={say('tool')}>{reportedText(tool) || noFigure}</Field>
      <Field label={say('user')}>{reportedText(user) || noFigure}</Field>
    </dl>
  )
})

const Times = memo(function Times(seconds: Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>) {
  const say = useTexts('overview')
  const units = useUnits()
  return (
    <dl className={`${styles.four} ${styles.times}`}>
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

function Foot({ serialNo, at }: Pick<LiveCard, 'serialNo' | 'at'>) {
  const say = useTexts('overview')
  const oeee = useOeee(serialNo)
  return (
    <dl className={styles.foot}>
      <Field label={say('dateTime')}>
        <DateTime at={at} />
      </Field>
      {oeee && (
        <div title={`${oeee.name}, ${oeee.coverage}`}>
          <dt>OEEE</dt>
          <dd data-doubt={oeee.isDoubtful}>
            {oeee.percent} %<span className="spoken"> {oeee.coverage}</span>
          </dd>
        </div>
      )}
    </dl>
  )
}

/** An OFFLINE machine shows its name, its picture and the word, nothing else (specification §2). */
function OfflineFace({
  silent,
  ...named
}: Pick<FaceProps, 'machine' | 'line'> & { silent: string }) {
  return (
    <>
      <OfflineHead {...named} />
      <div className={styles.offline}>
        <MachineImage machine={named.machine} large />
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
      width={large ? 92 : 58}
      height={large ? 56 : 34}
      loading="lazy"
    />
  )
}

/** A value that is cut off in a narrow card is shown in full by its title. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
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
