import { Select } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import styles from './FilterBar.module.css'
import { everything } from './filter.ts'

/** A select of a bar: `All`, what occurs, and what is chosen even if it does not occur in this window. */
export function ChoiceField({
  label,
  value,
  offered,
  change,
  wide = false,
}: {
  label: string
  value: string
  offered: readonly string[]
  change: (value: string) => void
  wide?: boolean
}) {
  const data = [...new Set([everything, ...(value === everything ? [] : [value]), ...offered])]
  return (
    <Select
      className={wide ? `${styles.choice} ${styles.wide}` : styles.choice!}
      label={label}
      data={data}
      value={value}
      searchable={data.length > 12}
      allowDeselect={false}
      maxDropdownHeight={360}
      nothingFoundMessage="Nothing of that name"
      rightSection={<IconChevronDown size={16} stroke={1.75} />}
      rightSectionPointerEvents="none"
      comboboxProps={{
        keepMounted: false,
        offset: 6,
        width: 'max-content',
        position: 'bottom-start',
      }}
      title={value}
      onChange={(chosen) => change(chosen ?? everything)}
    />
  )
}
