import { TextInput } from '@mantine/core'
import type { LiveCard } from '@packboard/model'
import { timeStepSeconds } from '@packboard/model'
import { IconClock } from '@tabler/icons-react'
import { Spinner } from '../ui/Spinner.tsx'
import { DateTime } from './DateTime.tsx'
import styles from './OverviewHead.module.css'
import { SummaryChips } from './SummaryChips.tsx'

/** Title, summary, start time and the time of the last update. */
export function OverviewHead({
  cards,
  startTime,
  changeStartTime,
  updatedAt,
  refreshing,
  stale,
}: {
  cards: readonly LiveCard[]
  startTime: string
  changeStartTime: (time: string) => void
  updatedAt: Date | null
  refreshing: boolean
  stale: boolean
}) {
  return (
    <div className={styles.head}>
      <h1>Machine overview</h1>
      <div className={styles.summary}>
        <SummaryChips cards={cards} />
      </div>
      <div className={styles.start}>
        <label htmlFor="start-time">Start time</label>
        <TextInput
          id="start-time"
          type="time"
          step={timeStepSeconds}
          value={startTime}
          onChange={(event) => changeStartTime(event.currentTarget.value)}
          leftSection={<IconClock size={16} stroke={1.75} />}
        />
        <input type="time" step={timeStepSeconds} aria-label="End time" hidden disabled />
      </div>
      <div className={styles.updated} data-stale={stale}>
        <Spinner turning={refreshing} />
        <div>
          <span>Last Updated Time</span>
          <b>{updatedAt ? <DateTime at={updatedAt} /> : 'Loading...'}</b>
        </div>
      </div>
    </div>
  )
}
