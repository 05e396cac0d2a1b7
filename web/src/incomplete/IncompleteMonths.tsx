import { incompleteMonths } from '@packboard/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertTriangle } from '../icons/icons.ts'
import { serverNow } from '../time/serverClock.ts'
import styles from './IncompleteMonths.module.css'
import { monthsWithin } from './monthsWithin.ts'

const monthsOf = (clientId: number) =>
  queryOptions({
    queryKey: ['incompleteMonths', clientId],
    queryFn: async ({ signal }) =>
      (await call(incompleteMonths, { params: { clientId } }, signal)).months,
    refetchInterval: 60_000,
  })

/** Says that figures of a window are too low, because records of its months are lost or cannot be read (D69). */
export function IncompleteMonths({
  clientId,
  from,
  to,
}: {
  clientId: number
  from: Date
  /** Not set: up to now. */
  to?: Date
}) {
  const say = useTexts('ui')
  const locale = useLocale()
  const { data = [] } = useQuery(monthsOf(clientId))
  const months = monthsWithin(data, from, to ?? new Date(serverNow()))
  if (months.length === 0) return null
  const name = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const list = new Intl.ListFormat(locale).format(months.map((month) => name.format(month)))
  return (
    <div role="status" className={styles.note}>
      <IconAlertTriangle size={20} />
      <span>{say('incomplete', { months: list })}</span>
    </div>
  )
}
