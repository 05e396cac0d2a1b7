import { type ReasonCoverage, type StopRow, stopList } from '@packboard/contract'
import { type Period, periodFilter, presetShift, type ShiftPlan } from '@packboard/model'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { windowWire } from '../filter/filterWire.ts'
import { serverNow } from '../time/serverClock.ts'

const hourMs = 3_600_000
/** Without shifts a shift is as long as this. */
const usualShiftMs = 8 * hourMs
/** How far back the stop that goes on is looked for. */
const openMs = 24 * hourMs
const againMs = 30_000
/** So many stops without a reason are listed, the newest. */
const mostListed = 100

/** What an operator has to do with one machine. */
export type OperatorStops = {
  /** The stop that goes on. */
  readonly open: StopRow | null
  /** The stops of this shift that wait for a reason, newest first, without the one that goes on. */
  readonly unnamed: readonly StopRow[]
  readonly coverage: ReasonCoverage
}

/** The present shift up to now; the last eight hours where there are no shifts. */
export function shiftSoFar(plan: ShiftPlan, now: Date): Period {
  const shift = presetShift('This shift', plan.starts, now, plan.zone)
  const from = shift?.period.from ?? new Date(now.getTime() - usualShiftMs)
  return { from, to: now }
}

/** The stops of one machine that an operator names. They are also requested in the background: a tablet has one page. */
export const operatorStopsQuery = (
  clientId: number,
  machineId: string,
  plan: ShiftPlan | undefined,
) =>
  queryOptions({
    queryKey: ['operator', 'stops', clientId, machineId],
    queryFn: async ({ signal }): Promise<OperatorStops> => {
      const now = new Date(serverNow())
      const zone = plan?.zone ?? 'UTC'
      const question = (period: Period) => ({
        clientId,
        machineId,
        ...windowWire(periodFilter(period, zone)),
        sort: 'start' as const,
        order: 'descending' as const,
      })
      const shift = shiftSoFar({ zone, starts: plan?.starts ?? [] }, now)
      const day = { from: new Date(now.getTime() - openMs), to: now }
      const [newest, waiting] = await Promise.all([
        call(stopList, { query: { ...question(day), pageSize: 1 } }, signal),
        call(
          stopList,
          {
            query: {
              ...question(shift),
              withoutReason: 'true',
              micro: 'false',
              pageSize: mostListed,
            },
          },
          signal,
        ),
      ])
      return {
        open: newest.stops.find(({ goesOn }) => goesOn) ?? null,
        unnamed: waiting.stops.filter(({ goesOn }) => !goesOn),
        coverage: waiting.reasons,
      }
    },
    enabled: plan !== undefined,
    refetchInterval: againMs,
    staleTime: 5_000,
  })
