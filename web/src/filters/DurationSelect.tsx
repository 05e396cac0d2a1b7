import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { durationPresets, type Preset } from '@packboard/model'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './DurationSelect.module.css'

/** Six presets for one chart alone; blank means the dates of the page. */
export function DurationSelect({
  chart,
  value,
  change,
}: {
  /** The title of the chart, for whoever hears the page read aloud. */
  chart: string
  value: Preset | null
  change: (preset: Preset | null) => void
}) {
  return (
    <Select
      className={styles.duration!}
      aria-label={`Duration of ${chart}`}
      placeholder="Duration"
      data={[...durationPresets]}
      value={value}
      allowDeselect
      rightSection={<IconChevronDown size={16} stroke={1.75} />}
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
}
