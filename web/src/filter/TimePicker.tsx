import { isAhead, neighbourWindow, type ShiftPlan } from '@packboard/model'
import type { ReactNode } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronLeft, IconChevronRight } from '../icons/icons.ts'
import { serverNow } from '../time/serverClock.ts'
import { usePageTimes } from '../time/zone.ts'
import { Segmented } from '../ui/Segmented.tsx'
import { filterFault, type ProductionFilter } from './filter.ts'
import { windowText } from './filterText.ts'
import { kindOfWindow, offeredKinds, type WindowKind, windowOfPreset } from './presetWindow.ts'
import styles from './TimePicker.module.css'

type Props = {
  filter: ProductionFilter
  /** A whole window counts at once. */
  apply: (filter: ProductionFilter) => void
}

/** The preset of each kind of window at this moment. */
const presets = {
  shift: 'This shift',
  hours24: 'Last 24 hours',
  day: 'Today',
  days7: 'Last 7 Days',
} as const satisfies Record<WindowKind, string>

/** Shift, 24 hours, day or 7 days at one press: the kinds of window that a shop floor needs most. The field beside has every other. */
export function WindowKinds({ filter, apply }: Props) {
  const say = useTexts('filters')
  const { factory } = usePageTimes()
  const choose = (kind: WindowKind) => {
    const preset = presets[kind]
    const now = new Date(serverNow())
    const window = windowOfPreset(preset, now, { zone: filter.zone, plan: factory })
    if (window) apply({ ...filter, ...window, preset })
  }
  return (
    <Segmented<WindowKind | 'range'>
      label={say('quickWindows')}
      value={kindOfWindow(filter, factory) ?? 'range'}
      options={offeredKinds(factory).map((value) => ({ value, label: say(`kind.${value}`) }))}
      choose={(kind) => kind !== 'range' && choose(kind)}
    />
  )
}

/** The field of the window between the arrows to the one before and the one after it. */
export function WindowSteps({ filter, apply, children }: Props & { children: ReactNode }) {
  const { factory } = usePageTimes()
  return (
    <div className={styles.steps}>
      <Step direction={-1} {...{ filter, apply, factory }} />
      {children}
      <Step direction={1} {...{ filter, apply, factory }} />
    </div>
  )
}

/** An arrow to the period before or after the current one; periods in the future cannot be reached. */
function Step({
  direction,
  filter,
  apply,
  factory,
}: Props & { direction: -1 | 1; factory: ShiftPlan | null }) {
  const say = useTexts('filters')
  const next =
    filterFault(filter) === null
      ? {
          ...filter,
          ...neighbourWindow(filter, direction, factory ?? undefined),
          preset: undefined,
        }
      : null
  const ahead = next === null || (direction === 1 && isAhead(next, new Date(serverNow())))
  const Icon = direction === 1 ? IconChevronRight : IconChevronLeft
  return (
    <button
      type="button"
      className={styles.step}
      data-side={direction === 1 ? 'after' : 'before'}
      aria-label={say(direction === 1 ? 'nextPeriod' : 'previousPeriod')}
      title={next && !ahead ? windowText(next) : undefined}
      // Not `disabled`: a keyboard user would lose the focus at the last period. Tab passes it by.
      aria-disabled={ahead}
      tabIndex={ahead ? -1 : 0}
      onClick={() => next && !ahead && apply(next)}
    >
      <Icon size={18} />
    </button>
  )
}
