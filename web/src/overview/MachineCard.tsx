import type { ClientMachine } from '@packboard/contract'
import { type LiveCard, noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { StateStrip } from '../charts/StateStrip.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { plain, spoken } from '../i18n/spoken.tsx'
import { stateWord } from '../i18n/stateWords.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import { Duration } from '../time/Duration.tsx'
import { Glyph, type GlyphShape } from '../ui/Glyph.tsx'
import styles from './MachineCard.module.css'
import { type OverviewFeed, restingFeed } from './overviewFeed.ts'
import { TimeInState } from './TimeInState.tsx'
import { timeClasses } from './timeClasses.ts'
import { useOffline } from './useOffline.ts'
import { useCard, useFrame, useSeen } from './useOverview.ts'
import { useSight } from './useSight.ts'

export type MachineCardProps = {
  feed: OverviewFeed
  clientId: number
  machine: ClientMachine
  /** The values are old: the card says as of when. */
  staleSince: Date | null
  /** One of very many: it follows its machine only while it is in sight. */
  oneOfMany: boolean
}

/** The fields of a machine that a card shows. */
export type FaceProps = {
  machine: ClientMachine
  card: LiveCard
  /** The end of the last answer: where the strip ends. */
  updatedAt: Date
  staleSince: Date | null
  offline: boolean
}

/** One machine, one link: its state, since when, its product, its speed; then the strip and the totals. */
export const MachineCard = memo(function MachineCard({
  feed,
  clientId,
  machine,
  staleSince,
  oneOfMany,
}: MachineCardProps) {
  const sayState = useTexts('states')
  const [place, inSight] = useSight<HTMLElement>(!oneOfMany)
  const view = useSeen(feed, machine.machineId, inSight)
  const drawn = inSight || !oneOfMany
  const seen = drawn ? view : restingFeed
  const card = useCard(seen, machine.machineId)
  const updatedAt = useFrame(seen, 'updatedAt')
  const offline = useOffline(feed, card)
  const known = card && updatedAt ? { card, updatedAt } : undefined
  if (drawn && !known) return null
  const state = offline ? sayState('silent') : card && stateWord(card.state, sayState)
  return (
    <article
      ref={place}
      className={`panel ${styles.card}`}
      {...(card && { 'data-band': shownBand(card.state, offline) })}
      data-stale={staleSince !== null}
      aria-label={[machine.machineId, state].filter(Boolean).join(', ')}
    >
      <Link
        to="/admin/productionData/$clientId/$machineId"
        params={{ clientId: String(clientId), machineId: machine.machineId }}
        className={styles.link}
      >
        {known ? (
          <MachineFace {...{ machine, staleSince, offline }} {...known} />
        ) : (
          <AwayHead machine={machine} />
        )}
      </Link>
    </article>
  )
})

/** The inside of a card, also shown large on the production page. */
export function MachineFace({ machine, card, updatedAt, staleSince, offline }: FaceProps) {
  const say = useTexts('overview')
  // The labels of the specification are to the letter; where a language needs more room for them their end is only heard.
  const locale = useLocale()
  const units = locale === 'en-GB' || locale === 'de-DE' ? plain : spoken
  if (offline) return <OfflineFace machine={machine} />
  return (
    <>
      <CardHead machine={machine} card={card} staleSince={staleSince} />
      <div className={styles.body}>
        <div className={styles.product}>
          <MachineImage machine={machine} />
          <dl>
            <div>
              <dt>{say('product')}</dt>
              <dd title={reportedText(card.product)} data-long={card.product.length > longProduct}>
                {reportedText(card.product) || noFigure}
              </dd>
            </div>
          </dl>
        </div>
        <dl className={styles.numbers} data-size={sizeOf(card)}>
          <div className={styles.speed}>
            <dt>{say('speed', { spoken: units })}</dt>
            <dd data-zero={!card.speedPpm}>
              {formatCount(card.speedPpm)}
              <small>ppm</small>
            </dd>
          </div>
          <Field label={say('batchPacks')}>{formatCount(card.batchPacks)}</Field>
          <Field label={say('totalPacks')}>{formatCount(card.totalPacks)}</Field>
        </dl>
        <StateStrip serialNo={machine.machineId} parts={card.strip} to={updatedAt} ticks />
        <dl className={styles.times}>
          {timeClasses.map(({ kind, shape, colour }) => (
            <Time
              key={kind}
              label={say(kind, { spoken: units })}
              {...{ shape, colour }}
              seconds={card[kind]}
            />
          ))}
        </dl>
      </div>
      <dl className={styles.foot}>
        <Field label={say('tool')}>{reportedText(card.tool) || noFigure}</Field>
        <Field label={say('user')}>{reportedText(card.user) || noFigure}</Field>
        <Field label={say('dateTime')}>
          <DateTime at={card.at} />
        </Field>
      </dl>
    </>
  )
}

/** Longer names of products take two smaller lines, in the height of one. */
const longProduct = 24

/** Counts of eight digits and more are written smaller, so that the card keeps its size. */
function sizeOf({ batchPacks, totalPacks }: LiveCard): 'usual' | 'large' | 'huge' {
  const digits = Math.max(formatCount(batchPacks).length, formatCount(totalPacks).length)
  return digits > 11 ? 'huge' : digits > 9 ? 'large' : 'usual'
}

export function CardHead({
  machine,
  card,
  staleSince,
}: Pick<FaceProps, 'machine' | 'card' | 'staleSince'>) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Glyph shape={shownShape(card.state, false)} size={20} />
      </span>
      <div className={styles.names}>
        <div className={styles.id}>
          {machine.machineId} <span>{machine.lineName}</span>
          <TimeInState since={card.stateSince} staleSince={staleSince} />
        </div>
        <div className={styles.state}>
          <small>{say('status')} </small>
          <b>{stateWord(card.state, sayState)}</b>
          {card.reason && <i title={card.reason}>{card.reason}</i>}
        </div>
      </div>
    </div>
  )
}

/** Out of sight a card is its name alone: to be found on the page, and to be reached by Tab. */
export function AwayHead({ machine }: { machine: ClientMachine }) {
  return (
    <div className={styles.id}>
      {machine.machineId} <span>{machine.lineName}</span>
    </div>
  )
}

/** An OFFLINE machine shows its name, its picture and the word, nothing else (specification §2). */
function OfflineFace({ machine }: { machine: ClientMachine }) {
  const sayState = useTexts('states')
  return (
    <>
      <div className={styles.head}>
        <span className={styles.tile}>
          <Glyph shape="slash" size={20} />
        </span>
        <div className={styles.id}>
          {machine.machineId} <span>{machine.lineName}</span>
        </div>
      </div>
      <div className={styles.offline}>
        <MachineImage machine={machine} large />
        <b>{sayState('silent')}</b>
      </div>
    </>
  )
}

export function MachineImage({ machine, large }: { machine: ClientMachine; large?: boolean }) {
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
