import type { Preset } from '@packboard/model'
import { useState } from 'react'
import { serverNow } from '../time/serverClock.ts'
import type { ProductionFilter } from './filter.ts'
import { presetWindow } from './presetWindow.ts'

/**
 * The filter of one chart with a Duration select: the page's, or its own dates once a preset is chosen. When the page's
 * filter changes the select is blank again (specification §4).
 */
export function useChartFilter(filter: ProductionFilter) {
  const [held, hold] = useState<{
    of: ProductionFilter
    preset: Preset | null
    own: ProductionFilter
  }>({ of: filter, preset: null, own: filter })
  if (held.of !== filter) hold({ of: filter, preset: null, own: filter })
  const choose = (preset: Preset | null) => {
    const window = preset && presetWindow(preset, new Date(serverNow()), filter.zone)
    hold({ of: filter, preset, own: window ? { ...filter, ...window } : filter })
  }
  return { filter: held.of === filter ? held.own : filter, preset: held.preset, choose }
}
