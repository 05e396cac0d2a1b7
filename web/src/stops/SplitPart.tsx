import { Button } from '@mantine/core'
import type { StopPart, StopRow } from '@packboard/contract'
import { formatClock, formatTimeInState } from '@packboard/model'
import { useId, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { ReasonName } from '../reasons/ReasonChoice.tsx'
import type { Reasons } from '../reasons/useReasons.ts'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ChooseReason } from './ChooseReason.tsx'
import shared from './Shared.module.css'
import styles from './SplitPart.module.css'
import { splitChanges, splitRange } from './splitPart.ts'
import type { Labelling } from './useLabelling.ts'

type Half = 'first' | 'second'

/** Splits a part at a second: a handle to drag, buttons for single seconds, and a reason for each half. */
export function SplitPart({
  stop,
  part,
  reasons,
  labelling,
  done,
}: {
  stop: StopRow
  part: StopPart
  reasons: Reasons
  labelling: Labelling
  done: () => void
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const id = useId()
  const range = splitRange(part)
  const [at, setAt] = useState(() => (range ? middle(range) : 0))
  const [halves, setHalves] = useState({ first: part.reason, second: null as string | null })
  const [choosing, setChoosing] = useState<Half | null>(null)
  if (!range) return null
  const isLast = stop.parts.at(-1) === part
  const changes = splitChanges(part, at, halves, stop.goesOn && isLast)
  const ready = halves.second !== null && halves.first !== halves.second && changes.length > 0
  const move = (to: number) => setAt(Math.min(range.last, Math.max(range.first, to)))
  const lengths = {
    first: (at - part.start.getTime()) / 1_000,
    second: (part.end.getTime() - at) / 1_000,
  }
  const times = {
    first: `${formatClock(part.start, zone)} – ${formatClock(new Date(at), zone)}`,
    second: `${formatClock(new Date(at), zone)} – ${formatClock(part.end, zone)}`,
  }
  const save = async () => {
    for (const change of changes) if (!(await labelling.send(stop, change))) return
    done()
  }
  return (
    <div className={styles.splitting}>
      <label htmlFor={id}>
        {say('splitAt')} <b className="digits">{formatClock(new Date(at), zone)}</b>
      </label>
      <div className={styles.splitBar}>
        <Button
          variant="default"
          size="xs"
          aria-label={say('secondEarlier')}
          onClick={() => move(at - 1_000)}
        >
          −1 s
        </Button>
        <input
          id={id}
          type="range"
          min={range.first}
          max={range.last}
          step={1_000}
          value={at}
          aria-valuetext={formatClock(new Date(at), zone)}
          onChange={(event) => move(Number(event.currentTarget.value))}
        />
        <Button
          variant="default"
          size="xs"
          aria-label={say('secondLater')}
          onClick={() => move(at + 1_000)}
        >
          +1 s
        </Button>
      </div>
      {(['first', 'second'] as const).map((half) => {
        const reason = halves[half]
        return (
          <div key={half} className={styles.half}>
            <span>
              {say(half === 'first' ? 'firstPart' : 'secondPart')}{' '}
              <span className="digits">
                {formatTimeInState(lengths[half])} ({times[half]})
              </span>
            </span>
            <Button variant="default" onClick={() => setChoosing(half)}>
              {reason === null ? say('setReason') : <ReasonName {...{ reasons }} id={reason} />}
            </Button>
          </div>
        )
      })}
      <p className={shared.setBy}>{say('splitHint')}</p>
      <div className={shared.acts}>
        <Button variant="default" size="xs" onClick={done}>
          {say('cancel')}
        </Button>
        <BusyButton
          busy={labelling.busy ? say('saving') : null}
          disabled={!ready}
          onClick={() => void save()}
        >
          {say('save')}
        </BusyButton>
      </div>
      <ChooseReason
        reasons={reasons}
        what={choosing ? times[choosing] : ''}
        chosen={choosing ? halves[choosing] : null}
        opened={choosing !== null}
        onClose={() => setChoosing(null)}
        choose={(reason) => choosing && setHalves({ ...halves, [choosing]: reason })}
      />
    </div>
  )
}

const middle = ({ first, last }: { first: number; last: number }) =>
  first + Math.round((last - first) / 2_000) * 1_000
