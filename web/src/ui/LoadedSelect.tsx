import type { SelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { ChoiceSelect, dropdown } from './ChoiceSelect.tsx'

/** The select in the place of a field that looked like it. */
export function LoadedSelect({
  takesFocus,
  opensAtOnce,
  comboboxProps,
  ...props
}: SelectProps & { takesFocus: boolean; opensAtOnce: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  return (
    <ChoiceSelect
      ref={field}
      defaultDropdownOpened={opensAtOnce}
      comboboxProps={{ ...dropdown, ...comboboxProps }}
      {...props}
    />
  )
}
