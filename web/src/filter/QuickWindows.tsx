import type { FilterWindow } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import styles from './FilterBar.module.css'
import type { ProductionFilter } from './filter.ts'
import { presetKeys } from './presetKeys.ts'
import { offeredShifts, presetWindow } from './presetWindow.ts'
import type { WindowPreset } from './windowPresetNames.ts'

/** The windows that a shop floor needs most; of a client with shifts its present shift comes first. */
const usual = ['Last 8 hours', 'Last 24 hours'] as const

/** The usual windows, at one tap: in the sheet of a small screen a preset is otherwise two taps and Apply away. */
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
