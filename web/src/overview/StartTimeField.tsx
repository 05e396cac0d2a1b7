import { TextInput } from '@mantine/core'
import { localDate, timeStepSeconds } from '@packboard/model'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconClock } from '../icons/icons.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import styles from './StartTimeField.module.css'

/** The figures are requested this long after the last keystroke. */
const typingPauseMs = 700

/**
 * The start of the overview as a time of day in steps of five minutes. A time that is still to come today means
 * yesterday's, and says so. At rest it is shown as all other times on the page; a browser with a 12-hour clock shows its
 * own format while the field is edited. The end is always now: its field is there, hidden and disabled, as specified.
 */
export function StartTimeField({
  from,
  time,
  changeTime,
}: {
  from: Date
  time: string
  changeTime: (time: string) => void
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const [draft, setDraft] = useState<string | null>(null)
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const yesterday = useNow((now) => localDate(from, zone) !== localDate(new Date(now), zone))
  useEffect(() => () => clearTimeout(pause.current), [])

  const settle = (text: string) => {
    clearTimeout(pause.current)
    setDraft(null)
    changeTime(text)
  }
  return (
    <div className={styles.start}>
      <label htmlFor="start-time">
        {yesterday
          ? say('startTimeYesterday', {
              quiet: (inner) => <small className={styles.yesterday}>{inner}</small>,
            })
          : say('startTime')}
      </label>
      <div className={styles.field} data-shown={draft ?? time}>
        <TextInput
          id="start-time"
          type="time"
          step={timeStepSeconds}
          value={draft ?? time}
          leftSection={<IconClock size={16} stroke={1.75} aria-hidden="true" />}
          onChange={(event) => {
            const text = event.currentTarget.value
            setDraft(text)
            clearTimeout(pause.current)
            if (text) pause.current = setTimeout(() => settle(text), typingPauseMs)
          }}
          onBlur={() => draft !== null && settle(draft)}
          onKeyDown={(event) => event.key === 'Enter' && settle(event.currentTarget.value)}
        />
      </div>
      <input type="time" step={timeStepSeconds} aria-label={say('endTime')} hidden disabled />
    </div>
  )
}
