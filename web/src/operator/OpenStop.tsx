import type { StopRow } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { Fragment, useState } from 'react'
import { shownBand, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCheck, IconCircleCheck } from '../icons/icons.ts'
import type { OverviewFeed } from '../overview/overviewFeed.ts'
import { useOffline } from '../overview/useOffline.ts'
import { useCard } from '../overview/useOverview.ts'
import { IconMessage, IconSplit, reasonIconOf } from '../reasons/reasonIcons.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { labelChange } from '../stops/labelChanges.ts'
import { NoteField } from '../stops/NoteField.tsx'
import { splitRange } from '../stops/splitPart.ts'
import { StopCauseName } from '../stops/stopNames.tsx'
import { useNow } from '../time/useNow.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { AnsweredStop } from './AnsweredStop.tsx'
import { answeredBy, isTakenBack, partsInQuestion } from './answersOf.ts'
import styles from './OpenStop.module.css'
import { ReasonTiles } from './ReasonTiles.tsx'
import shared from './Shared.module.css'
import { SplitStop } from './SplitStop.tsx'
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
          <IconCircleCheck size={40} stroke={1.5} aria-hidden="true" />
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
      <IconSplit size={22} stroke={1.75} />
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
            <IconMessage size={22} stroke={1.75} />
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
            <Icon size={40} stroke={1.75} />
            <span>
              <b>{reasons.nameOf(stop.proposal.reason)}</b>
              <small>{say(`why.${stop.proposal.why}`)}</small>
            </span>
            <span className={styles.ok}>
              <IconCheck size={28} stroke={2.25} aria-hidden="true" />
              <span>{say('confirm')}</span>
            </span>
          </button>
        </>
      )}
      <p className={styles.ask}>{say(!changing && Icon ? 'orAnother' : 'whyStopped')}</p>
      {reasons.loaded && reasons.groups.length === 0 ? (
        <p className={shared.sentence}>{say('noReasons')}</p>
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
              <IconMessage size={22} stroke={1.75} />
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
  const seconds = useNow((now) => Math.max(0, Math.floor((now - start) / 1_000)))
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
