import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { InputBase, type SelectProps } from '@mantine/core'
import { useRef, useState } from 'react'
import { IconChevronDown } from '../icons/icons.ts'
import { soon, useSoon } from './soon.ts'

const select = soon(async () => (await import('./LoadedSelect.tsx')).LoadedSelect)

const opening = ['ArrowDown', 'ArrowUp', 'Enter', ' ', 'Space']

type Props = Omit<SelectProps, 'data'> & {
  data: { value: string; label: string }[]
}

/**
 * A select on a page that has to be drawn soon: its list, which is larger than the rest of the page together, is loaded after
 * that. Until then its field stands there, and opens the list as soon as it has come.
 */
export function SoonSelect(props: Props) {
  const standIn = useRef<HTMLInputElement>(null)
  const [pressed, press] = useState(false)
  const [arrival, again] = useSoon(select, standIn)
  if (arrival !== null) {
    const { loaded: Loaded, focused } = arrival
    return <Loaded {...props} takesFocus={focused} opensAtOnce={focused && pressed} />
  }
  const { className, label, data, value, wrapperProps = {} } = props
  const open = () => {
    press(true)
    again()
  }
  return (
    <InputBase
      __staticSelector="Select"
      {...(className !== undefined && { className })}
      ref={standIn}
      label={label}
      aria-label={props['aria-label']}
      placeholder={props.placeholder}
      value={data.find((option) => option.value === value)?.label ?? ''}
      wrapperProps={wrapperProps}
      rightSection={<IconChevronDown size={16} />}
      rightSectionPointerEvents="none"
      role="combobox"
      aria-haspopup="listbox"
      aria-expanded={false}
      readOnly
      pointer
      // Down already: a list that comes before the press ends takes this field away, and the click with it.
      onMouseDown={open}
      onClick={open}
      onKeyDown={({ key }) => opening.includes(key) && open()}
      onBlur={() => press(false)}
    />
  )
}
