import type { StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState, microStopSeconds } from '@packboard/model'
import { useState } from 'react'
import { formatCount, formatLength } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck, IconCircleCheck } from '../icons/icons.ts'
import { reasonIconOf } from '../reasons/reasonIcons.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { labelChange } from '../stops/labels.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { WaitsForRoot } from '../stops/WaitsForRoot.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { AnsweredStop } from './AnsweredStop.tsx'
import { answeredBy, isTakenBack, partsInQuestion, type shiftCounts } from './answersOf.ts'
import { NoReasons } from './NoReasons.tsx'
import { ReasonTiles } from './ReasonTiles.tsx'
import shared from './Shared.module.css'
import type { Answers } from './useAnswers.ts'
import styles from './WithoutReason.module.css'

/** Without a touch for this long the list is brought up to date by itself, in ms. */
const restMs = 30_000

/** The stops of this shift that wait for a reason, newest first. Nothing in it moves while a person answers. */
export function WithoutReason({
  stops,
  counts: { waiting, named },
  thresholdSeconds,
  reasons,
  answers,
}: {
  stops: readonly StopRow[]
  /** Of the machine on this shift, also those that are not listed. */
  counts: ReturnType<typeof shiftCounts>
  thresholdSeconds: number | null
  reasons: Reasons & { readonly loaded: boolean }
  answers: Answers
}) {
  const say = useTexts('stopBook')
  const { rows, added, touch, renew } = useHeldRows(stops)
  const nothingToChoose = reasons.loaded && reasons.groups.length === 0
  // A page of one machine has one threshold.
  const least = formatLength(thresholdSeconds ?? microStopSeconds)
  return (
    <section
      className={styles.list}
      aria-label={say('withoutReason')}
      onPointerDown={touch}
      onKeyDown={touch}
    >
      <div className={styles.listHead}>
        <h2>{say('withoutReason')}</h2>
        <span>{say('onThisShift', { count: waiting })}</span>
      </div>
      {added > 0 && (
        <button type="button" className={styles.added} onClick={renew}>
          {say('newStops', { count: added })}
        </button>
      )}
      {nothingToChoose && rows.length > 0 && <NoReasons />}
      <StopRows {...{ rows, stops, reasons, answers, nothingToChoose }} />
      <p className={styles.done}>
        <IconCircleCheck size={20} />
        {named + waiting === 0
          ? say('noStopsYet', { length: least })
          : say('answeredOf', {
              named: formatCount(named),
              all: formatCount(named + waiting),
              length: least,
            })}
      </p>
    </section>
  )
}

/** The rows of a list of stops that does not move while a person answers, and what brings it up to date. */
export function useHeldRows(stops: readonly StopRow[]) {
  const [held, hold] = useState(stops)
  const [touchedAt, touch] = useState(0)
  const rests = useNow(() => Date.now() - touchedAt > restMs)
  if (rests && held !== stops) hold(stops)
  return {
    ...shownRows(held, stops, rests),
    touch: () => touch(Date.now()),
    renew: () => hold(stops),
  }
}

/** Stops that wait for a reason: what is proposed takes one tap. */
export function StopRows({
  rows,
  stops,
  reasons,
  answers,
  showsMachine = false,
  nothingToChoose = false,
}: {
  /** What is shown. */
  rows: readonly StopRow[]
  /** As they were read last: one that is missing has a reason by now. */
  stops: readonly StopRow[]
  reasons: Reasons
  answers: Answers
  /** They are of several machines. */
  showsMachine?: boolean
  /** The client has no reasons. */
  nothingToChoose?: boolean
}) {
  return (
    <ul className={styles.rows} data-machines={showsMachine}>
      {rows.map((stop) => (
        <Row
          key={keyOf(stop)}
          {...{ stop, reasons, answers, showsMachine, nothingToChoose }}
          gone={!stops.some((each) => keyOf(each) === keyOf(stop))}
        />
      ))}
    </ul>
  )
}

function Row({
  stop,
  reasons,
  answers,
  showsMachine,
  nothingToChoose,
  gone,
}: {
  stop: StopRow
  reasons: Reasons
  answers: Answers
  showsMachine: boolean
  /** The client has no reasons. */
  nothingToChoose: boolean
  /** It has a reason by now. */
  gone: boolean
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const [choosing, setChoosing] = useState(false)
  const answered = answeredBy(stop, answers)
  const parts = partsInQuestion(stop)
  const time = formatClock(stop.start, zone).slice(0, 5)
  const proposed = stop.proposal && reasons.byId.get(stop.proposal.reason)
  const Icon = proposed && reasonIconOf[proposed.icon]
  const add = (reason: string) => {
    setChoosing(false)
    answers.add(
      stop.machine,
      labelChange(stop, parts, reason, answered?.note ?? ''),
      reasons.nameOf(reason),
    )
  }
  return (
    <li data-answered={answered !== null} inert={isTakenBack(stop, answers)}>
      <p className={styles.when}>
        {showsMachine && <b>{stop.machine}</b>}
        <b className="digits">{time}</b>
        <span className="digits">{formatTimeInState(stop.seconds)}</span>
      </p>
      <StopCauseName {...{ stop }} />
      <WaitsForRoot {...{ stop }} />
      {answered && !choosing ? (
        <AnsweredStop {...{ answered, reasons, answers }} change={() => setChoosing(true)} small />
      ) : gone && !answered && !choosing ? (
        <p className={shared.sentence}>{say('answeredMeanwhile')}</p>
      ) : choosing ? (
        <>
          <ReasonTiles reasons={reasons} proposed={null} choose={add} />
          <button type="button" className={shared.small} onClick={() => setChoosing(false)}>
            {say('cancel')}
          </button>
        </>
      ) : (
        <div className={styles.rowActs}>
          {proposed && Icon && (
            <button
              type="button"
              className={styles.rowConfirm}
              aria-label={say('confirmOf', { reason: reasons.nameOf(proposed.id), time })}
              onClick={() => add(proposed.id)}
            >
              <IconCheck size={22} stroke={2.25} />
              {reasons.nameOf(proposed.id)}
            </button>
          )}
          {!nothingToChoose && (
            <button
              type="button"
              className={styles.rowMore}
              data-alone={!proposed}
              aria-label={say('setReasonOf', { time })}
              onClick={() => setChoosing(true)}
            >
              {proposed ? <reasonIconOf.more size={24} /> : say('setReason')}
            </button>
          )}
        </div>
      )}
    </li>
  )
}

/** A stop in a list that is read again and again; its end may still move, its start does not. */
const keyOf = ({ machine, start }: Pick<StopRow, 'machine' | 'start'>) =>
  `${machine} ${start.toISOString()}`

/**
 * The rows of a list that does not move under a finger: those that are held, as they were read last, and how many new ones
 * are kept back. A list that rests is that of the newest answer.
 */
export function shownRows(
  held: readonly StopRow[],
  read: readonly StopRow[],
  rests: boolean,
): { readonly rows: readonly StopRow[]; readonly added: number } {
  if (rests) return { rows: read, added: 0 }
  const newest = new Map(read.map((stop) => [keyOf(stop), stop]))
  const known = new Set(held.map(keyOf))
  return {
    rows: held.map((stop) => newest.get(keyOf(stop)) ?? stop),
    added: read.filter((stop) => !known.has(keyOf(stop))).length,
  }
}
