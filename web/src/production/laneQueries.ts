import { all, auditTrail, stepTotals } from '@packboard/contract'
import { filterPeriod } from '@packboard/model'
import { call } from '../api/call.ts'
import type { ChartChange, LaneStep } from '../charts/packsData.ts'
import { figureOptions } from '../filter/figureQuery.ts'
import type { ProductionFilter } from '../filter/filter.ts'
import { questionAsOf } from '../filter/filterWire.ts'
import { auditEntry, auditQuestion } from '../records/recordsWire.ts'
import { stepNames, stepSeconds } from './productionWire.ts'

/** Changes that are marked on a chart: one page of the audit trail, the newest. */
const mostChanges = 200
/** A day of 25 hours is one step. */
const slack = 1.3

/** What the lanes beside the speed show. */
export const laneQueries = {
  totals: (clientId: number, serialNo: string, filter: ProductionFilter) =>
    figureOptions({
      key: ['production', 'stepTotals', clientId, serialNo],
      filter,
      ask: async (asOf, signal) => {
        const query = questionAsOf(clientId, serialNo, asOf)
        const { steps, aggregationInterval } = await call(stepTotals, { query }, signal)
        const seconds = stepSeconds[aggregationInterval]
        const period = filterPeriod(asOf.filter)
        const end = asOf.until ? Date.parse(asOf.until) : period.to.getTime()
        return {
          steps: steps.map(({ x, ...step }, index): LaneStep => {
            const usual = x.getTime() + seconds * 1_000
            const next = steps[index + 1]?.x.getTime() ?? usual
            const whole = next <= x.getTime() + seconds * 1_000 * slack ? next : usual
            return {
              ...step,
              notScheduled: step.notScheduled ?? 0,
              at: new Date(Math.max(x.getTime(), period.from.getTime())),
              to: new Date(Math.max(period.from.getTime() + 1, Math.min(whole, end))),
            }
          }),
          stepSeconds: seconds,
          stepName: stepNames[aggregationInterval],
        }
      },
    }),

  changes: (clientId: number, serialNo: string, filter: ProductionFilter) =>
    figureOptions({
      key: ['production', 'changes', clientId, serialNo],
      filter,
      ask: async (asOf, signal) => {
        const query = auditQuestion({
          ...{ clientId, machineId: serialNo, window: asOf.filter },
          ...{ group: all, description: all },
        })
        const params = { page: 1, pageSize: mostChanges }
        const { auditData, count } = await call(auditTrail, { params, query }, signal)
        const marked = auditData.map(auditEntry).map(
          ({ at, userGroup, description, before, after }): ChartChange => ({
            ...{ at, description, before, after },
            who: userGroup,
          }),
        )
        return { marked, count }
      },
    }),
}
