import type { ShiftPage, ShiftStory } from '@packboard/contract'
import { formatClock, formatTimeInState, microStopSeconds, noFigure } from '@packboard/model'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCount, formatLength, formatPercent } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import { type Reasons, useReasons } from '../reasons/useReasons.ts'
import { type ShiftWindow, searchOfShift, searchOfStop } from '../shift/shiftWays.ts'
import { causeText, StateGlyph, StopCauseName } from '../stops/stopNames.tsx'
import { useShownZone } from '../time/zone.ts'
import { Panel } from '../ui/Panel.tsx'
import shared from './Rows.module.css'
import styles from './Stories.module.css'

/** The stops that cost most, dearest first, each with what is known of it and nothing else; a press opens the stop. */
export function Stories({
  page,
  shift,
  most = page.stories.length,
}: {
  page: ShiftPage
  shift: ShiftWindow
  /** So many are shown. */
  most?: number
}) {
  const say = useTexts('shiftPage')
  const reasons = useReasons(shift.clientId)
  const stories = page.stories.slice(0, most)
  const lost = stories.reduce<number | null>(
    (sum, { lostPacks }) => (sum === null || lostPacks === null ? null : sum + lostPacks),
    0,
  )
  const all = page.figures.lostPacks
  const terms = { count: stories.length, packs: formatCount(lost), all: formatCount(all) }
  const sub =
    stories.length > 0 && say(lost === null || all === null ? 'stories' : 'storiesOf', terms)
  return (
    <Panel title={say('costMost')} sub={sub}>
      {stories.length === 0 ? (
        <p className={styles.none}>
          {page.openCount > 0
            ? say('noneCost')
            : say('noneLong', { length: formatLength(microStopSeconds) })}
        </p>
      ) : (
        <ol className={styles.stories}>
          {stories.map((story, index) => (
            <Story
              key={`${story.machineId} ${story.start.getTime()}`}
              number={index + 1}
              {...{ story, shift, reasons }}
            />
          ))}
        </ol>
      )}
    </Panel>
  )
}

function Story({
  number,
  story,
  shift,
  reasons,
}: {
  number: number
  story: ShiftStory
  shift: ShiftWindow
  reasons: Reasons
}) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const { machineId, start, end, seconds, lostPacks, state } = story
  return (
    <li>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.body}>
        <p className={`${shared.what} ${styles.line}`} title={story.cause}>
          <StateGlyph code={state} />
          <Link
            to="/admin/productionData/$clientId/$machineId"
            params={{ clientId: String(shift.clientId), machineId }}
            search={searchOfStop(shift, { start, end })}
          >
            {machineId}
          </Link>
          <span className="digits">
            {formatClock(start, zone).slice(0, 5)}, {formatTimeInState(seconds)}
          </span>
          {story.group === '' ? (
            <span>
              <span>{causeText(story)}</span>
            </span>
          ) : (
            <StopCauseName stop={story} />
          )}
        </p>
        <p className={styles.known}>
          <Known {...{ story, reasons }} />
        </p>
      </div>
      <p className={styles.lost}>
        <b>{formatCount(lostPacks)}</b> <span>{say('lostPacks')}</span>
      </p>
    </li>
  )
}

/** What is known of a stop, in sentences: only what a machine reported or a person wrote. */
function Known({ story, reasons }: { story: ShiftStory; reasons: Reasons }) {
  const say = useTexts('shiftPage')
  const zone = useShownZone()
  const { change, note, goesOn, timesBefore, shiftsBefore, waitsForReason } = story
  const sentences: { key: string; words: ReactNode }[] = []
  if (goesOn) sentences.push({ key: 'goesOn', words: say('goesOn') })
  if (change) {
    const { at, userGroup, description, valueBefore, valueAfter } = change
    const what = description || userGroup
    const time = formatClock(at, zone).slice(0, 5)
    const terms = { time, what, before: valueBefore || noFigure, after: valueAfter || noFigure }
    sentences.push({ key: 'change', words: say('changedBefore', terms) })
  }
  if (shiftsBefore > 0) {
    const terms = { count: timesBefore, shifts: formatCount(shiftsBefore) }
    sentences.push({ key: 'before', words: say('timesBefore', terms) })
  }
  if (note) {
    const words = (
      <>
        <q>{note.text}</q>
        {note.by && ` ${note.by}`}
      </>
    )
    sentences.push({ key: 'note', words })
  }
  return (
    <>
      {sentences.map(({ key, words }) => (
        <span key={key}>{words} </span>
      ))}
      {story.reasons.map((id) => (
        <span key={id} className={styles.reason}>
          <ReasonName {...{ reasons, id }} />
        </span>
      ))}
      {waitsForReason && (
        <span className={styles.reason} data-waits="true">
          {say('noReasonYet')}
        </span>
      )}
    </>
  )
}

type Different = NonNullable<ShiftPage['different']>

/** Against the same shift a week before: a few lines, or that nothing stands out. */
export function DifferentPanel({ different, shift }: { different: Different; shift: ShiftWindow }) {
  const say = useTexts('shiftPage')
  return (
    <Panel title={say('different')} sub={say('differentSub')}>
      {different.rows.length === 0 ? (
        <p className={styles.none}>{say('noDifference')}</p>
      ) : (
        <ul className={`${shared.rows} ${styles.different}`}>
          {different.rows.map((row) => (
            <li key={`${row.what} ${row.machineId} ${row.group} ${row.cause}`}>
              <span className={`${shared.what} ${styles.line}`} title={row.cause}>
                {row.what === 'cause' ? (
                  <>
                    {row.machineId !== null && (
                      <Link
                        to="/admin/productionData/$clientId/$machineId"
                        params={{ clientId: String(shift.clientId), machineId: row.machineId }}
                        search={searchOfShift(shift)}
                      >
                        {row.machineId}
                      </Link>
                    )}
                    <StopCauseName stop={row} />
                  </>
                ) : (
                  <b>{say(figureNames[row.what])}</b>
                )}
              </span>
              <span className={styles.values}>
                <b>
                  <Verdict row={row} /> {differenceText(row.what, row.now)}
                </b>
                <small>
                  {row.before === null
                    ? say('newCause')
                    : say('before', { value: differenceText(row.what, row.before) })}
                </small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

/** Which way a figure went, filled where that is worse. */
function Verdict({ row: { what, now, before } }: { row: Different['rows'][number] }) {
  const say = useTexts('compare')
  const up = (now ?? 0) > (before ?? 0)
  const isWorse = up === (what === 'cause' || what === 'stopTime' || what === 'rejects')
  return (
    <span title={say(isWorse ? 'worse' : 'better')}>
      <span aria-hidden="true">{up ? (isWorse ? '▲' : '△') : isWorse ? '▼' : '▽'}</span>
      <span className="spoken">{say(isWorse ? 'worse' : 'better')}</span>
    </span>
  )
}

/** The figures that a shift is compared by, and that may move after it was fixed. */
export const figureNames = {
  packs: 'packs',
  oeee: 'oeee',
  stopTime: 'stopTime',
  rejects: 'rejects',
} as const

/** A figure of a comparison as its unit is read. */
export function differenceText(what: Different['rows'][number]['what'], value: number | null) {
  if (value === null) return noFigure
  if (what === 'oeee') return formatPercent(value)
  return what === 'cause' || what === 'stopTime' ? formatTimeInState(value) : formatCount(value)
}
