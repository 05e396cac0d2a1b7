import type { CompareFigures, CompareRow } from '@packboard/contract'
import { type Period, periodFilter, shiftAt } from '@packboard/model'
import { useMemo } from 'react'
import { comparisonQuery } from '../../compare/compareQueries.ts'
import { earlierValue, useEarlier } from '../../earlier/earlierAsOf.ts'
import { useFigures } from '../../filter/figureQuery.ts'
import { openFilter } from '../../filter/filter.ts'
import type { AsOf } from '../../filter/filterWire.ts'
import type { ChosenClient } from '../../session/chosenClient.ts'
import { useNow } from '../../time/useNow.ts'
import { usePageTimes } from '../../time/zone.ts'
import type { Grouping } from '../arrangement.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** The shift that is worked now, in the zone of the client; without shifts the time since the start of the page. */
export type ShiftWindow = {
  /** null: the client has no shifts. */
  readonly shift: string | null
  readonly period: Period
  readonly zone: string
}

function useShiftWindow(from: Date): ShiftWindow {
  const { factory, zone } = usePageTimes()
  const minute = useNow((now) => Math.floor(now / minuteMs))
  const shift = useMemo(
    () => factory && shiftAt(factory.starts, factory.zone, new Date(minute * minuteMs)),
    [factory, minute],
  )
  const begins = shift?.period.from.getTime() ?? from.getTime()
  const ends = shift?.period.to.getTime() ?? from.getTime() + dayMs
  const name = shift?.name ?? null
  const shownZone = factory && shift ? factory.zone : zone
  return useMemo(
    () => ({
      shift: name,
      period: { from: new Date(begins), to: new Date(ends) },
      zone: shownZone,
    }),
    [name, begins, ends, shownZone],
  )
}

type ShiftFigures = {
  readonly window: ShiftWindow
  /** Of the whole client; undefined until they are there, and for a client that has no comparison of its machines (D51). */
  readonly total: CompareFigures | undefined
  /** By the name of the group. */
  readonly rows: ReadonlyMap<string, CompareFigures>
  /** Of the window that they are compared with; null: not there yet, undefined: nothing is compared. */
  readonly totalBefore: CompareFigures | null | undefined
  readonly rowsBefore: ReadonlyMap<string, CompareFigures> | undefined
  readonly asOf: AsOf | undefined
  readonly earlier: AsOf | null
}

/** The figures of the shift of each group and of all machines, by the call of Compare: one question, ratios of sums. */
export function useShiftFigures(
  client: ChosenClient,
  grouping: Grouping,
  from: Date,
): ShiftFigures {
  const window = useShiftWindow(from)
  const { period, zone } = window
  const filter = useMemo(() => openFilter(periodFilter(period, zone), []), [period, zone])
  const isPremium = client.subscriptionLabel === 'premium'
  const by = grouping === 'type' ? 'machineType' : 'line'
  const choice = { clientId: client.id, by, withBefore: false, withLengths: false } as const
  const { query, asOf } = useFigures(comparisonQuery(choice, filter, isPremium))
  const earlier = useEarlier(asOf)
  const found = query.data
  const before = earlierValue(
    useFigures(comparisonQuery(choice, filter, isPremium, earlier)),
    earlier,
  )
  const rows = useMemo(() => rowsOf(found), [found])
  const rowsBefore = useMemo(() => rowsOf(before), [before])
  // Those of another choice stay until these are there.
  const fits = found?.by === by
  return {
    window,
    total: found?.total.figures,
    rows: fits ? rows : noRows,
    totalBefore: earlier ? (before?.total.figures ?? null) : undefined,
    rowsBefore: earlier ? (before?.by === by ? rowsBefore : noRows) : undefined,
    asOf,
    earlier,
  }
}

const rowsOf = (found: { readonly rows: readonly CompareRow[] } | undefined) =>
  new Map(found?.rows.map(({ key, figures }) => [key, figures]))

const noRows: ReadonlyMap<string, CompareFigures> = new Map()
