import type { ClientMachine, ShiftPage, StopRow } from '@packboard/contract'
import {
  formatClock,
  formatHoursMinutes,
  formatTimeInState,
  periodFilter,
  type ShiftSide,
  shiftPageLimits,
} from '@packboard/model'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { serverContact, watchContact } from '../api/serverContact.ts'
import { spanText } from '../filter/filterText.ts'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { IconAlertTriangle, IconCheck, IconCloudOff, IconX } from '../icons/icons.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { SentenceWords } from '../shift/Sentence.tsx'
import { useShiftPage } from '../shift/shiftQueries.ts'
import { ProgressBar } from '../shiftProgress/ProgressBar.tsx'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { showToast } from '../ui/Toasts.tsx'
import type { Answering } from './answering.ts'
import { NoteField, Notes } from './HandOverNote.tsx'
import styles from './HandOverTablet.module.css'
import { HoldButton } from './HoldButton.tsx'
import shared from './Shared.module.css'
import type { Answers } from './useAnswers.ts'
import { useSignatures } from './useSignatures.ts'
import { StopRows, useHeldRows } from './WithoutReason.tsx'

const minuteMs = 60_000
/** For so long after a change of shift it is the shift before that is handed over. */
const lateMs = 60 * minuteMs

/** The hand-over of a shift on the tablet: how it went, what has no reason, what the next one must know, and two signatures. */
export function HandOverTablet({
  clientId,
  answering,
  machines,
  stops,
  reasons,
  answers,
  back,
}: {
  clientId: number
  answering: Answering
  /** Those of this tablet: what is put into a note is about them. */
  machines: readonly ClientMachine[]
  /** Stops of this shift that wait for a reason. */
  stops: readonly StopRow[]
  reasons: Reasons
  answers: Answers
  back: () => void
}) {
  const say = useTexts('shiftPage')
  const running = useShiftPage(clientId)
  const isLate = useNow((now) => {
    const from = running.data?.shift.from.getTime()
    return from !== undefined && now - from < lateMs
  })
  const start = isLate ? running.data?.shift.previous.toISOString() : undefined
  const query = useShiftPage(clientId, start)
  return (
    <div className={styles.page}>
      <button type="button" className={shared.small} onClick={back}>
        <IconArrowLeft size={22} />
        {say('backToStops')}
      </button>
      <Loadable query={query} isEmpty={() => false} emptyText={say('shiftLost')} saysLoading>
        {(page) => (
          <>
            <Short page={page} isPerson={answering.leave === undefined} />
            {page.shift.isRunning && <Questions {...{ stops, reasons, answers }} />}
            <Signing
              key={page.shift.from.getTime()}
              {...{ page, clientId, answering, machines }}
              open={page.shift.isRunning ? stops.length : page.openCount}
            />
          </>
        )}
      </Loadable>
    </div>
  )
}

/** The stops of this shift without reason, of all machines of the tablet. */
function Questions({
  stops,
  reasons,
  answers,
}: {
  stops: readonly StopRow[]
  reasons: Reasons
  answers: Answers
}) {
  const say = useTexts('shiftPage')
  const { rows, touch } = useHeldRows(stops)
  if (rows.length === 0) return null
  return (
    <Step
      number={1}
      title={say('whyStopped')}
      sub={say('questionsSub', { count: stops.length })}
      touch={touch}
    >
      <StopRows {...{ rows, stops, reasons, answers }} showsMachine />
    </Step>
  )
}

/** The packs large, the sentence, and four figures. */
function Short({ page, isPerson }: { page: ShiftPage; isPerson: boolean }) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const { figures, shift } = page
  const { made, due, ofShift, metrics, stopSeconds, leftSeconds } = figures
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  return (
    <section className={styles.card} aria-label={say('inOneSentence')}>
      <p className={styles.shift}>
        <b>{shift.name || say('wholeDay')}</b> {spanText(periodFilter(shift, zone))}
      </p>
      <div className={styles.short}>
        <b className={styles.made}>{formatCount(made)}</b>
        <p>
          <b>
            <SentenceWords sentence={page.sentence} />
          </b>
          {leftSeconds > 0 && (
            <span>{say('timeToGo', { time: formatTimeInState(leftSeconds) })}</span>
          )}
        </p>
      </div>
      {hasTarget && (
        <div className={styles.bar}>
          <ProgressBar {...{ made, due, ofShift }} />
        </div>
      )}
      <dl className={styles.figures}>
        {hasTarget && <Value name={say('targetName')}>{formatCount(ofShift)}</Value>}
        <Value name={say('oeee')}>{formatPercent(metrics.OEEE)}</Value>
        <Value name={say('rejects')}>
          {metrics.rejects === null ? say('notMeasured') : formatCount(metrics.rejects)}
        </Value>
        <Value name={say('stopTime')}>{formatHoursMinutes(stopSeconds)}</Value>
        {isPerson && (
          <Link
            to="/admin/shift"
            search={shift.isRunning ? {} : { start: shift.from.toISOString() }}
            className={styles.whole}
          >
            {say('wholeShift')}
          </Link>
        )}
      </dl>
    </section>
  )
}

function Value({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Step({
  number,
  done = false,
  title,
  sub,
  touch,
  children,
}: {
  number: number
  done?: boolean
  title: string
  sub?: string
  /** Something in it was pressed. */
  touch?: () => void
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id} onPointerDown={touch} onKeyDown={touch}>
      <div className={styles.stepHead}>
        <span className={styles.number} data-done={done} aria-hidden="true">
          {done ? <IconCheck size={18} stroke={2.25} /> : number}
        </span>
        <h2 id={id}>{title}</h2>
        {sub && <span>{sub}</span>}
      </div>
      {children}
    </section>
  )
}

/** The note and the two signatures, each by its own person. */
function Signing({
  page,
  clientId,
  answering,
  machines,
  open,
}: {
  page: ShiftPage
  clientId: number
  answering: Answering
  machines: readonly ClientMachine[]
  /** Stops without reason: they never hold up a hand-over. */
  open: number
}) {
  const say = useTexts('shiftPage')
  const sayBook = useTexts('stopBook')
  const zone = useShownZone()
  const { name } = answering
  const start = page.shift.from.toISOString()
  const queue = useSignatures({ clientId, start }, answering.key, name)
  const lost = useSyncExternalStore(watchContact, () => serverContact().lostAt !== null)
  const [note, setNote] = useState('')
  const text = note.trim()
  const own = queue.waiting.find(({ side }) => side !== null)
  const mayFrom = page.shift.to.getTime() - shiftPageLimits.signMinutes * minuteMs
  const isOpen = useNow((now) => now >= mayFrom)
  const { over, takeover } = page.signatures
  const clock = (at: Date | number) => formatClock(new Date(at), zone).slice(0, 5)
  const keep = (): boolean => {
    if (text === '') return true
    const kept = queue.write(text)
    if (kept) setNote('')
    else showToast(sayBook('tooManyWait'), true)
    return kept
  }
  const sign = (side: ShiftSide) => {
    if (keep() && !queue.sign(side)) showToast(sayBook('tooManyWait'), true)
  }
  return (
    <>
      {queue.refused.map(({ key, why }) => (
        <div key={key} role="alert" className={styles.refused}>
          <IconAlertTriangle size={24} />
          <span>
            <b>{say('signRefused')}</b> {why}
          </span>
          <button type="button" aria-label={sayBook('seen')} onClick={() => queue.forget(key)}>
            <IconX size={24} />
          </button>
        </div>
      ))}
      <Step number={2} done={page.notes.length > 0} title={say('whatNext')}>
        <Notes notes={page.notes} waiting={queue.waiting.filter(({ side }) => side === null)} />
        {page.maySign === 'yes' && (
          <NoteField {...{ page, machines, note, setNote }}>
            <button
              type="button"
              className={shared.small}
              disabled={text === ''}
              onClick={() => keep()}
            >
              {say('keepNote')}
            </button>
          </NoteField>
        )}
      </Step>
      <Step
        number={3}
        done={page.isFixed}
        title={say('signOver')}
        {...(open > 0 && { sub: say('questionsGoWithIt', { count: open }) })}
      >
        {own && lost && (
          <div className={styles.waits} role="status">
            <b>
              <IconCloudOff size={20} />
              {say('handOverWaits')}
            </b>
            <p>{say('handOverWaitsWhy', { name: own.name, time: clock(own.tappedAt) })}</p>
          </div>
        )}
        {page.maySign === 'noNames' ? (
          <p className={shared.sentence}>{say('noNames')}</p>
        ) : page.maySign === 'no' ? (
          <p className={shared.sentence}>{say('notSigned')}</p>
        ) : !isOpen ? (
          <p className={shared.sentence}>{say('signFrom', { time: clock(mayFrom) })}</p>
        ) : (
          <div className={styles.sides}>
            {over ? (
              <Signed words={say('handedOverBy', { name: over.by ?? '', time: clock(over.at) })} />
            ) : own?.side === 'over' ? (
              <Signed words={say('handedOverBy', { name, time: clock(own.tappedAt) })} waits />
            ) : (
              <HoldButton hint={say('hold')} go={() => sign('over')}>
                {say('handsOver', { name })}
              </HoldButton>
            )}
            {takeover ? (
              <Signed
                words={say('takenOverBy', { name: takeover.by ?? '', time: clock(takeover.at) })}
              />
            ) : own?.side === 'takeover' ? (
              <Signed words={say('takenOverBy', { name, time: clock(own.tappedAt) })} waits />
            ) : over && over.by !== name ? (
              <HoldButton hint={say('hold')} go={() => sign('takeover')}>
                {say('takesOver', { name })}
              </HoldButton>
            ) : (
              <OtherName leave={over ? answering.leave : undefined} />
            )}
          </div>
        )}
      </Step>
    </>
  )
}

function Signed({ words, waits = false }: { words: string; waits?: boolean }) {
  const sayBook = useTexts('stopBook')
  return (
    <p className={styles.signed} role="status">
      <IconCheck size={24} stroke={2.25} />
      <span>
        {words}
        {waits && <small>{sayBook('waits')}</small>}
      </span>
    </p>
  )
}

/** The second person is another one: on this tablet under another name, or elsewhere. */
function OtherName({ leave }: { leave: (() => void) | undefined }) {
  const say = useTexts('shiftPage')
  return leave ? (
    <button type="button" className={styles.other} onClick={leave}>
      <small>{say('thenOther')}</small>
      <b>{say('nextTakesOver')}</b>
    </button>
  ) : (
    <p className={styles.other}>
      <small>{say('thenOther')}</small>
      <b>{say('nextTakesOver')}</b>
    </p>
  )
}
