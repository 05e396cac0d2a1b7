import { type Primitive, Select, type SelectProps } from '@mantine/core'
import { IconChevronDown } from '../icons/icons.ts'

/** The list of a field is made when it opens, a little below it. */
export const dropdown = { keepMounted: false, offset: 6 }

/** A field of which one choice always stays chosen, unless `allowDeselect` says otherwise. */
export function ChoiceSelect<Value extends Primitive = string>(props: SelectProps<Value>) {
  return (
    <Select
      allowDeselect={false}
      rightSection={<IconChevronDown size={16} />}
      rightSectionPointerEvents="none"
      comboboxProps={dropdown}
      {...props}
    />
  )
}
