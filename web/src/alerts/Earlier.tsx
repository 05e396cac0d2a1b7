import { type AlertWire, alerts } from '@packboard/contract'
import { formatTimeInState } from '@packboard/model'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { DateTime } from '../time/DateTime.tsx'
import styles from './AlertScreen.module.css'
import { alertSeconds } from './alertWords.ts'

const mostListed = 5

/** How often the same rule opened before, by what the newest page of the history has. */
export function Earlier({ alert }: { alert: AlertWire }) {
  const say = useTexts('alerts')
  const { clientId, machineId, ruleId } = alert
  const { data } = useQuery(historyQuery(clientId, machineId))
  if (!data) return null
  const earlier = data.alerts.filter((one) => one.ruleId === ruleId && one.id < alert.id)
  const lengths = earlier
    .filter(({ clearedAt }) => clearedAt !== null)
    .map((one) => alertSeconds(one, 0))
    .sort((a, b) => a - b)
  const median = lengths[Math.floor(lengths.length / 2)]
  const count = earlier.length
  return (
    <section className={`panel ${styles.earlier}`}>
      <h2>
        {machineId === null
          ? say('earlierOfClient', { count })
          : say('earlier', { machine: machineId, count })}
        {data.next !== null && <small> {say('earlierMore')}</small>}
      </h2>
      {median !== undefined && <p>{say('earlierMedian', { time: formatTimeInState(median) })}</p>}
      <ul>
        {earlier.slice(0, mostListed).map((one) => (
          <li key={one.id}>
            <Link
              to="/admin/alerts/$clientId/$id"
              params={{ clientId: String(clientId), id: String(one.id) }}
            >
              <DateTime at={one.openedAt} />
            </Link>
            <span>{one.cause}</span>
            <span className="digits">
              {one.clearedAt === null ? '' : formatTimeInState(alertSeconds(one, 0))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The newest alerts of a machine or of the client, for how often it was before. */
const historyQuery = (clientId: number, machineId: string | null) =>
  queryOptions({
    queryKey: ['alerts', clientId, 'history', machineId],
    queryFn: ({ signal }) =>
      call(
        alerts,
        {
          params: { clientId },
          query: { state: 'all', ...(machineId !== null && { machineId }) },
        },
        signal,
      ),
  })
