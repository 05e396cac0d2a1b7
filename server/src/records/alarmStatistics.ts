import {
  type AlarmGroupStatistic,
  type AlarmStatisticRow,
  alarmStatistics as alarmStatisticsCall,
} from '@packboard/contract'
import { type AlarmStatistic, alarmStatistics } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { type ChartQuestion, chartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import type { App } from '../http/createApp.ts'

/** Each alarm text with its figures, and each group with the sums of its texts; the longest first. */
export async function readAlarmStatistics(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<{ readonly alarms: AlarmStatisticRow[]; readonly groups: AlarmGroupStatistic[] }> {
  const found = requested.nothing
    ? []
    : await alarmStatistics(telemetry, requested.scope, ledgerQuestion(requested))
  const alarms = found.map((one) => ({
    ...{ group: one.group, description: one.description },
    ...figures([one]),
  }))
  const groups = [...Map.groupBy(found, ({ group }) => group)].map(([group, own]) => ({
    group,
    ...figures(own),
  }))
  return {
    alarms: alarms.sort(
      (a, b) =>
        longestFirst(a, b) || byText(a.group, b.group) || byText(a.description, b.description),
    ),
    groups: groups.sort((a, b) => longestFirst(a, b) || byText(a.group, b.group)),
  }
}

type Figures = Omit<AlarmGroupStatistic, 'group'>

/** The mean is a ratio of sums. What is listed stood at least once. */
function figures(found: readonly AlarmStatistic[]): Figures {
  const sum = (of: (one: AlarmStatistic) => number) =>
    found.reduce((total, one) => total + of(one), 0)
  const count = sum((one) => one.count)
  const seconds = sum(({ ms }) => ms) / 1000
  return {
    raised: sum(({ raised }) => raised),
    count,
    seconds,
    meanSeconds: seconds / count,
    open: sum(({ open }) => open),
    withoutEnd: sum(({ withoutEnd }) => withoutEnd),
  }
}

const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

const longestFirst = (a: Figures, b: Figures) => b.seconds - a.seconds || b.count - a.count

/** How often alarms stood and for how long. */
export function alarmStatisticRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Records')

  route(alarmStatisticsCall, readBy('alarms'), async (request) => {
    const requested = await chartQuestion({ access, now: deps.now() }, request, request.query)
    return gate.ask(
      requested.viewer,
      requested.scope,
      () => readAlarmStatistics(deps.telemetry, requested),
      requested,
    )
  })
}
