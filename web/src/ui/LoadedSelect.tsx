import { Select, type SelectProps } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** The select in the place of a field that looked like it. */
export function LoadedSelect({
  takesFocus,
  opensAtOnce,
  ...props
}: SelectProps & { takesFocus: boolean; opensAtOnce: boolean }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (takesFocus) field.current?.focus()
  }, [takesFocus])
  return <Select ref={field} defaultDropdownOpened={opensAtOnce} {...props} />
}
