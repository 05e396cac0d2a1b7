import { type FilterWindow, formatClock, formatDay, zoneLabel } from '@packboard/model'
import { daysText } from '../../filter/filterText.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useNow } from '../../time/useNow.ts'
import { browserZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { useProvider } from '../provider.ts'
import styles from './PrintHead.module.css'

/** The head of a printed page: whose figures these are, of which time, and from when. */
export function PrintHead({
  title,
  client,
  machine,
  filter,
  choices,
}: {
  title: string
  client: string | undefined
  machine?: string
  filter: FilterWindow
  /** What else narrows the figures: `All tools, all products`. */
  choices: string
}) {
  const say = useTexts('print')
  const { name } = useProvider()
  const printedAt = new Date(useNow((now) => Math.floor(now / 60_000) * 60_000))
  const facts = [
    [say('client'), client],
    [say('machine'), machine],
    [
      say('period'),
      say('periodOf', {
        ...{ days: daysText(filter), start: filter.startTime, end: filter.endTime },
      }),
    ],
    [say('filters'), choices],
    [say('zone'), zoneLabel(filter.zone, printedAt)],
    [
      say('printed'),
      `${formatDay(printedAt, browserZone)} ${formatClock(printedAt, browserZone).slice(0, 5)}`,
    ],
  ].filter(([, value]) => value)
  return (
    <div className={styles.head} data-print-only>
      <p>
        <b>{title}</b> <span>{name}</span>
      </p>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <KeepDates>{value}</KeepDates>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
