import type { AlertForMessage } from '@packboard/management'
import { wallTime, zoneLabel } from '@packboard/model'

/** The time on the wall of the client at a moment, with the name of its zone. */
export function timeThere(at: Date, zone: string): string {
  const { date, time } = wallTime(at, zone)
  return `${date} ${time}, ${zoneLabel(zone, at)}`
}

/** What an alert is about, and what it says: its machine or client, and the name of its rule. */
export function alertTitle(alert: AlertForMessage): string {
  const where = alert.machineId ?? alert.clientName
  return alert.origin === 'help' ? `${where}: call for help` : `${where}: ${alert.ruleName}`
}

/** Its lines below the title: what is known of it, each as a name and a value. */
export function alertFacts(alert: AlertForMessage): readonly (readonly [string, string])[] {
  const cause = [alert.cause, alert.causeGroup].filter((part) => part !== '').join(' · ')
  const since = timeThere(alert.openedAt, alert.zone)
  const isLater = alert.knownAt.getTime() - alert.openedAt.getTime() > 60_000
  const facts: (readonly [string, string | null])[] = [
    ['Client', alert.clientName],
    ['Line', alert.lineName],
    [
      'Machine',
      alert.machineId && `${alert.machineId}${alert.machineType ? ` · ${alert.machineType}` : ''}`,
    ],
    ['Cause', cause === '' ? null : cause],
    ['Since', since],
    ['Known since', isLater ? timeThere(alert.knownAt, alert.zone) : null],
    ['Called by', alert.raisedBy],
  ]
  return facts.flatMap(([name, value]) => (value === null || value === '' ? [] : [[name, value]]))
}

/** One line about several alerts: of which machines they are. */
export function titleOfMany(alerts: readonly AlertForMessage[]): string {
  const [first] = alerts
  if (!first) return ''
  if (alerts.length === 1) return alertTitle(first)
  const places = [...new Set(alerts.map((alert) => alert.machineId ?? alert.clientName))]
  const shown = places.slice(0, 3).join(', ')
  const rest = places.length > 3 ? ` and ${places.length - 3} more` : ''
  return `${alerts.length} alerts: ${shown}${rest}`
}

const order = { critical: 0, warning: 1, info: 2 } as const

/** The gravest first, and of those the oldest. */
export const gravestFirst = (alerts: readonly AlertForMessage[]): AlertForMessage[] =>
  alerts.toSorted(
    (one, other) =>
      order[one.severity] - order[other.severity] ||
      one.openedAt.getTime() - other.openedAt.getTime(),
  )

export const severityWords = {
  critical: 'Critical',
  warning: 'Warning',
  info: 'For information',
} as const
