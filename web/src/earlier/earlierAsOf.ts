import { type EarlierKind, earlierKinds, earlierWindow, type ShiftPlan } from '@packboard/model'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { EarlierSearch } from '../filter/filterSearch.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { usePageTimes } from '../time/zone.ts'

/** What the page is compared with; null: with nothing. */
export function useEarlierKind(): EarlierKind | null {
  const search: EarlierSearch = useSearch({ strict: false })
  return earlierKinds.find((each) => each === search.with) ?? null
}

/** The same question of the earlier window, as of the same share of it; null where there is none. */
export function earlierAsOf(asOf: AsOf, kind: EarlierKind, plan: ShiftPlan | null): AsOf | null {
  const until = asOf.until === undefined ? null : new Date(asOf.until)
  // The window of a preset is the one that is shown.
  const { preset: _, ...rest } = asOf.filter
  const found = earlierWindow(rest, kind, { plan, until })
  if (found === null) return null
  return {
    filter: { ...rest, ...found.window },
    ...(found.until && { until: found.until.toISOString() }),
    at: asOf.at,
  }
}

/** The earlier question beside figures that are there; null: nothing is compared, or not yet. */
export function useEarlier(asOf: AsOf | undefined): AsOf | null {
  return useEarlierOf(asOf, useEarlierKind())
}

/** The same for a part of a page that may be compared with nothing. */
export function useEarlierOf(asOf: AsOf | undefined, kind: EarlierKind | null): AsOf | null {
  const { factory } = usePageTimes()
  return useMemo(
    () => (asOf && kind ? earlierAsOf(asOf, kind, factory) : null),
    [asOf, kind, factory],
  )
}

/** The figures of the earlier window; undefined while only those of another window are there. */
export function earlierValue<Value>(
  found: {
    readonly query: { readonly data: Value | undefined }
    readonly asOf: AsOf | undefined
  },
  earlier: AsOf | null,
): Value | undefined {
  const own = found.asOf?.filter
  const wanted = earlier?.filter
  if (!own || !wanted) return undefined
  const isSame =
    own.startDate === wanted.startDate &&
    own.startTime === wanted.startTime &&
    own.endDate === wanted.endDate &&
    own.endTime === wanted.endTime
  return isSame ? found.query.data : undefined
}
