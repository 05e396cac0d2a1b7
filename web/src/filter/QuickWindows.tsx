import type { FilterWindow } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import type { ProductionFilter } from './filter.ts'
import type { WindowPreset } from './filterSearch.ts'
import { presetKeys } from './presetKeys.ts'
import { offeredShifts, presetWindow } from './presetWindow.ts'
import styles from './QuickWindows.module.css'

/** The windows that a shop floor needs most; of a client with shifts its present shift comes first. */
const usual = ['Last 24 hours', 'Last 7 Days'] as const

/** The usual windows at one press: in the bar of filters a preset is three presses away. */
export function QuickWindows({
  filter,
  apply,
}: {
  filter: ProductionFilter
  apply: (filter: ProductionFilter) => void
}) {
  const say = useTexts('filters')
  const now = new Date(serverNow())
  const shifts = offeredShifts(usePageTimes().factory, filter, now)
  const windows: { readonly preset: WindowPreset; readonly window: FilterWindow }[] = [
    ...shifts.filter(({ preset }) => preset === 'This shift'),
    ...usual.map((preset) => ({ preset, window: presetWindow(preset, now, filter.zone) })),
  ]
  return (
    <fieldset className={styles.quick} aria-label={say('quickWindows')}>
      {windows.map(({ preset, window }) => (
        <button
          key={preset}
          type="button"
          aria-pressed={filter.preset === preset}
          onClick={() => apply({ ...filter, ...window, preset })}
        >
          {say(presetKeys[preset])}
        </button>
      ))}
    </fieldset>
  )
}
