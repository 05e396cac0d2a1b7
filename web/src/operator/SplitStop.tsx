import type { StopPart, StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import type { LabelChange } from '../stops/labelChanges.ts'
import { splitChanges, splitRange } from '../stops/splitPart.ts'
import { useShownZone } from '../time/zone.ts'
import { ReasonTiles } from './ReasonTiles.tsx'
import shared from './Shared.module.css'
import styles from './SplitStop.module.css'

/** Large steps: a gloved finger hits no handle. */
const steps = [-60, -10, 10, 60] as const
const halves = ['first', 'second'] as const
type Half = (typeof halves)[number]

/** Two reasons for one stop: when the first one ended, and a reason for each part. It moves no time. */
export function SplitStop({
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
