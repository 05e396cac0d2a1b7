import { type MachineProgress, type ShiftProgress, shiftProgress } from '@packboard/contract'
import { dayNumber, localDate, weekdayOfDay } from '@packboard/model'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../api/call.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { weekdays } from '../i18n/weekdays.ts'
import { usePageTimes } from '../time/zone.ts'

const againMs = 30_000

/** The running shift of a client, its plan against what was made. Requested again for as long as it is shown. */
const shiftProgressQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['overview', 'shiftProgress', clientId],
    queryFn: ({ signal }) => call(shiftProgress, { params: { clientId } }, signal),
    refetchInterval: againMs,
    staleTime: againMs / 2,
  })

/** Undefined until it has come; what was read last stays when it cannot be read again, with its instant. */
export function useShiftProgress(clientId: number): ShiftProgress | undefined {
  return useQuery(shiftProgressQuery(clientId)).data
}

/**
 * `Sunday is closed in the plan: no target`, of a shift without any planned time; else null. One that goes over midnight has its own name and
 * both days of the factory's clock, because it is no longer the day on which it began.
 */
export function useClosedWords(
  machines: readonly Pick<MachineProgress, 'plannedSeconds' | 'leftSeconds'>[],
  shift: ShiftProgress['shift'],
): string | null {
  const say = useTexts('shiftProgress')
  const days = weekdays(useLocale())
  const { factory, zone } = usePageTimes()
  const isClosed =
    machines.length > 0 &&
    machines.every(({ plannedSeconds, leftSeconds }) => plannedSeconds + leftSeconds === 0)
  if (!isClosed || shift === null) return null
  const dateOf = (ms: number) => localDate(new Date(ms), factory?.zone ?? zone)
  const dayOf = (date: string) => days[weekdayOfDay(dayNumber(date)) - 1] ?? ''
  const [first, last] = [dateOf(shift.from.getTime()), dateOf(shift.to.getTime() - 1)]
  if (first === last) return say('closedPlan', { day: dayOf(first) })
  return say('closedShift', { shift: shift.name, day: dayOf(first), last: dayOf(last) })
}
