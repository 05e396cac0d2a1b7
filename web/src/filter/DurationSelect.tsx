import { durationPresets, type Preset } from '@packboard/model'
import { memo } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronDown } from '../icons/icons.ts'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './DurationSelect.module.css'
import { presetKeys } from './presetKeys.ts'

/** Six presets for one chart alone; blank means the dates of the page. */
export const DurationSelect = memo(function DurationSelect({
  chart,
  value,
  change,
}: {
  /** The title of the chart, for screen readers. */
  chart: string
  value: Preset | null
  change: (preset: Preset | null) => void
}) {
  const say = useTexts('filters')
  return (
    <SoonSelect
      className={styles.duration ?? ''}
      aria-label={say('durationOf', { chart })}
      placeholder={say('duration')}
      data={durationPresets.map((preset) => ({ value: preset, label: say(presetKeys[preset]) }))}
      value={value}
      allowDeselect
      rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      comboboxProps={{
        keepMounted: false,
        offset: 6,
        width: 'max-content',
        position: 'bottom-end',
      }}
      onChange={(preset) => change(durationPresets.find((each) => each === preset) ?? null)}
    />
  )
})
