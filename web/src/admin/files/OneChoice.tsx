import { Select } from '@mantine/core'
import { IconChevronDown } from '../../icons/icons.ts'

/** A choice of a few words. */
export function OneChoice<Value extends string>({
  label,
  value,
  choices,
  choose,
  isWrong = false,
}: {
  label: string
  value: Value | null
  choices: readonly { readonly value: Value; readonly label: string }[]
  choose: (value: Value) => void
  isWrong?: boolean
}) {
  return (
    <Select
      label={label}
      data={choices}
      value={value}
      allowDeselect={false}
      searchable={choices.length > 12}
      error={isWrong}
      rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      comboboxProps={{ keepMounted: false, offset: 6 }}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen)
        if (found) choose(found.value)
      }}
    />
  )
}
