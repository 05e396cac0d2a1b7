import type { StopPart, StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { Fragment, useState } from 'react'
import { useKnownNow } from '../api/useKnownNow.ts'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck, IconCircleCheck } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useCard, useOffline } from '../overview/useOverview.ts'
import { IconMessage, IconSplit, reasonIconOf } from '../reasons/reasonIcons.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { type LabelChange, labelChange } from '../stops/labels.ts'
import { NoteField } from '../stops/NoteField.tsx'
import { splitChanges, splitRange } from '../stops/splitPart.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { WaitsForRoot } from '../stops/WaitsForRoot.tsx'
import { useShownZone } from '../time/zone.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { AnsweredStop } from './AnsweredStop.tsx'
import { answeredBy, isTakenBack, partsInQuestion } from './answersOf.ts'
import { NoReasons } from './NoReasons.tsx'
import styles from './OpenStop.module.css'
import { ReasonTiles } from './ReasonTiles.tsx'
import shared from './Shared.module.css'
import type { Answers } from './useAnswers.ts'

/** The stop that goes on, framed in its state: one tap confirms what is proposed, two choose another reason. */
export function OpenStop({
  serialNo,
  stop,
  feed,
  reasons,
  answers,
}: {
  serialNo: string
  /** null: the machine does not stand. */
  stop: StopRow | null
  feed: OverviewFeed
  reasons: Reasons & { readonly loaded: boolean }
  answers: Answers
}) {
  const say = useTexts('stopBook')
  const sayState = useTexts('states')
  const card = useCard(feed, serialNo)
  const offline = useOffline(feed, feed, serialNo)
  const code = card?.state ?? stop?.state ?? -1
  const word = offline ? sayState('silent') : stateWord(code, sayState)
  if (!stop) {
    return (
      <section className={styles.open} data-band="none" aria-label={say('openStop')}>
        <div className={styles.calm}>
          <IconCircleCheck size={40} stroke={1.5} />
          <h1>{card ? say('nothingOpen', { machine: serialNo, state: word }) : serialNo}</h1>
          <p>{say('nothingToAnswer')}</p>
        </div>
      </section>
    )
  }
  return (
    <section
      className={styles.open}
      data-band={shownBand(code, offline)}
      aria-label={say('openStop')}
    >
      <div className={styles.openHead}>
        <span className={styles.openTile}>
          <Glyph shape={shownShape(code, offline)} size={28} />
        </span>
        <div>
          <h1>
            {serialNo} <span>{word}</span>
          </h1>
          <StopCauseName {...{ stop }} />
          <WaitsForRoot {...{ stop }} />
        </div>
        <Since at={stop.start} />
      </div>
      <Question {...{ stop, reasons, answers }} />
    </section>
  )
}

function Question({
  stop,
  reasons,
  answers,
}: {
  stop: StopRow
  reasons: Reasons & { readonly loaded: boolean }
  answers: Answers
}) {
  const say = useTexts('stopBook')
  const [changing, setChanging] = useState(false)
  const [noting, setNoting] = useState(false)
  const [splitting, setSplitting] = useState(false)
  const [note, setNote] = useState('')
  const answered = answeredBy(stop, answers)
  const parts = partsInQuestion(stop)
  const add = (reason: string, words: string) => {
    setChanging(false)
    return answers.add(
      stop.machine,
      labelChange(stop, parts, reason, words),
      reasons.nameOf(reason),
    )
  }
  const proposed = stop.proposal && reasons.byId.get(stop.proposal.reason)
  const Icon = proposed && reasonIconOf[proposed.icon]
  const last = parts.at(-1)
  // Not while an answer is on its way: its label, which a split replaces, is not known yet.
  const isOnItsWay = answered !== null && answered.own !== null && answered.by === null
  const splits = last && !isOnItsWay && reasons.groups.length > 0 && splitRange(last) !== null
  const split = splits && !noting && (
    <button type="button" className={shared.small} onClick={() => setSplitting(true)}>
      <IconSplit size={22} />
      {say('split')}
    </button>
  )
  if (splitting && last) {
    return (
      <div className={styles.question}>
        <SplitStop
          {...{ stop, reasons }}
          part={last}
          add={(change, reason) => answers.add(stop.machine, change, reasons.nameOf(reason))}
          done={() => {
            setSplitting(false)
            setChanging(false)
          }}
        />
      </div>
    )
  }
  if (answered && !changing) {
    return (
      <AnsweredStop {...{ answered, reasons, answers }} change={() => setChanging(true)}>
        {answered.note !== '' && !noting && <p className={styles.noteText}>{answered.note}</p>}
        {noting ? (
          <NoteField
            note={answered.note}
            busy={false}
            cancel={() => setNoting(false)}
            save={(words) => {
              // One that waits is replaced, so that the note is sent with it.
              if (answered.waits && answered.own) answers.undo(answered.own.key)
              if (add(answered.reason, words)) setNoting(false)
            }}
          />
        ) : (
          <button type="button" className={shared.small} onClick={() => setNoting(true)}>
            <IconMessage size={22} />
            {say('note')}
          </button>
        )}
        {split}
      </AnsweredStop>
    )
  }
  return (
    <div className={styles.question} inert={isTakenBack(stop, answers)}>
      {!changing && stop.proposal && Icon && (
        <>
          <p className={styles.ask}>{say('whyStopped')}</p>
          <button
            type="button"
            className={styles.proposal}
            onClick={() => stop.proposal && add(stop.proposal.reason, note)}
          >
            <Icon size={40} />
            <span>
              <b>{reasons.nameOf(stop.proposal.reason)}</b>
              <small>{say(`why.${stop.proposal.why}`)}</small>
            </span>
            <span className={styles.ok}>
              <IconCheck size={28} stroke={2.25} />
              <span>{say('confirm')}</span>
            </span>
          </button>
        </>
      )}
      <p className={styles.ask}>{say(!changing && Icon ? 'orAnother' : 'whyStopped')}</p>
      {reasons.loaded && reasons.groups.length === 0 ? (
        <NoReasons />
      ) : (
        <ReasonTiles
          reasons={reasons}
          proposed={changing ? null : (stop.proposal?.reason ?? null)}
          choose={(reason) => add(reason, answered?.note ?? note)}
        />
      )}
      <div className={shared.acts}>
        {changing && (
          <button type="button" className={shared.small} onClick={() => setChanging(false)}>
            {say('cancel')}
          </button>
        )}
        {!changing &&
          (noting ? (
            <NoteField
              note={note}
              busy={false}
              cancel={() => setNoting(false)}
              save={(words) => {
                setNote(words)
                setNoting(false)
              }}
            />
          ) : (
            <button type="button" className={shared.small} onClick={() => setNoting(true)}>
              <IconMessage size={22} />
              {say('note')}
              {note !== '' && <span className={styles.typed}>{note}</span>}
            </button>
          ))}
        {!changing && split}
      </div>
    </div>
  )
}

/** `6m 41s`, large and counting. */
function Since({ at }: { at: Date }) {
  const say = useTexts('stopBook')
  const start = at.getTime()
  const seconds = useKnownNow((now) => Math.max(0, Math.floor((now - start) / 1_000)))
  return (
    <time className={styles.since} title={say('sinceStop')}>
      {formatTimeInState(seconds)
        .split(' ')
        .map((part, index) => (
          <Fragment key={part.at(-1)}>
            {index > 0 && ' '}
            {part.slice(0, -1)}
            <u>{part.at(-1)}</u>
          </Fragment>
        ))}
    </time>
  )
}

/** Large steps: a gloved finger hits no handle. */
const steps = [-60, -10, 10, 60] as const
const halves = ['first', 'second'] as const
type Half = (typeof halves)[number]

/** Two reasons for one stop: when the first one ended, and a reason for each part. It moves no time. */
function SplitStop({
  stop,
  part: newest,
  reasons,
  add,
  done,
}: {
  stop: Pick<StopRow, 'parts' | 'goesOn'>
  part: StopPart
  reasons: Reasons
  /** False when it could not be kept. */
  add: (change: LabelChange, reason: string) => boolean
  done: () => void
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  // The end of a stop that goes on moves; what is being split does not.
  const [{ part, isLast }] = useState(() => ({
    part: newest,
    isLast: stop.parts.at(-1) === newest,
  }))
  const range = splitRange(part)
  const [at, setAt] = useState(() =>
    range ? range.first + Math.round((range.last - range.first) / 2_000) * 1_000 : 0,
  )
  const [chosen, choose] = useState<Record<Half, string | null>>({
    first: part.reason,
    second: null,
  })
  const [open, setOpen] = useState<Half | null>(null)
  if (!range) return null
  const move = (seconds: number) =>
    setAt(Math.min(range.last, Math.max(range.first, at + seconds * 1_000)))
  const clock = (moment: number | Date) => formatClock(new Date(moment), zone)
  const spans = {
    first: { from: part.start.getTime(), to: at },
    second: { from: at, to: part.end.getTime() },
  }
  const changes = splitChanges(part, at, chosen, stop.goesOn && isLast)
  const ready = chosen.first !== null && chosen.second !== null && chosen.first !== chosen.second
  const save = () => {
    const kept = changes.every((change) => change.action !== 'label' || add(change, change.reason))
    if (kept) done()
  }
  return (
    <div className={styles.split}>
      <p className={styles.at}>
        {say('splitAt')} <b className="digits">{clock(at)}</b>
      </p>
      <div className={styles.steps}>
        {steps.map((seconds) => (
          <button
            key={seconds}
            type="button"
            className={shared.small}
            disabled={seconds < 0 ? at <= range.first : at >= range.last}
            onClick={() => move(seconds)}
          >
            {seconds < 0 ? '−' : '+'}
            {Math.abs(seconds) >= 60 ? say('minutes', { minutes: 1 }) : '10 s'}
          </button>
        ))}
      </div>
      {halves.map((half) => {
        const { from, to } = spans[half]
        const reason = chosen[half]
        return (
          <div key={half} className={styles.half}>
            <button
              type="button"
              className={styles.part}
              aria-expanded={open === half}
              onClick={() => setOpen(open === half ? null : half)}
            >
              <span>
                {say(half === 'first' ? 'firstPart' : 'secondPart')}{' '}
                <span className="digits">
                  {clock(from)} – {clock(to)} · {formatTimeInState((to - from) / 1_000)}
                </span>
              </span>
              <b>{reason === null ? say('setReason') : reasons.nameOf(reason)}</b>
            </button>
            {open === half && (
              <ReasonTiles
                reasons={reasons}
                proposed={null}
                choose={(id) => {
                  choose({ ...chosen, [half]: id })
                  setOpen(null)
                }}
              />
            )}
          </div>
        )
      })}
      <div className={shared.acts}>
        <button type="button" className={shared.small} onClick={done}>
          {say('cancel')}
        </button>
        <button
          type="button"
          className={shared.small}
          data-primary
          disabled={!ready}
          onClick={save}
        >
          {say('save')}
        </button>
      </div>
    </div>
  )
}
