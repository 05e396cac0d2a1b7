import type { Preset } from '@packboard/model'
import { useCallback, useMemo, useState } from 'react'
import { type ProductionFilter, sameQuestion } from '../filter/filter.ts'
import { type AsOf, untilOf } from '../filter/filterWire.ts'
import { presetWindow } from '../filter/presetWindow.ts'
import { serverNow } from '../time/serverClock.ts'
import { useNow } from '../time/useNow.ts'

/** Whose figures a part of the page shows, and of what window. */
export type ProductionScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
  /** The instant at which the figures end, where their window reaches to now. */
  readonly until?: string
}

/** The same as of the figures that are shown. */
export const scopeAsOf = (scope: ProductionScope, asOf: AsOf | undefined): ProductionScope =>
  asOf ? { ...scope, filter: asOf.filter, ...untilOf(asOf) } : scope

/** Where the links at the top of the page lead. */
export const partIds = {
  packs: 'packs-per-minute',
  stopCauses: 'stop-causes',
  states: 'state-distribution',
} as const

/**
 * The filter of one chart with a Duration select: the page's, or its own dates once a preset is chosen. When the page's
 * filter changes the select is blank again (specification §4).
 */
export function useChartFilter(filter: ProductionFilter) {
  const [held, hold] = useState<{ of: ProductionFilter; preset: Preset | null }>({
    of: filter,
    preset: null,
  })
  if (!sameQuestion(held.of, filter)) hold({ of: filter, preset: null })
  const { preset } = held
  const minute = useNow((now) => (preset ? Math.floor(now / 60_000) : 0))
  const own = useMemo(() => {
    if (!preset) return filter
    const now = new Date(Math.max(serverNow(), minute * 60_000))
    return { ...filter, ...presetWindow(preset, now, filter.zone), preset }
  }, [filter, preset, minute])
  const choose = useCallback(
    (chosen: Preset | null) => hold({ of: filter, preset: chosen }),
    [filter],
  )
  return { filter: own, preset, choose }
}
