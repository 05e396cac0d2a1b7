import { useRef, useState } from 'react'
import { soon, useSoon } from '../ui/soon.ts'
import { ClientSwitchButton, type ClientSwitchProps } from './ClientSwitchButton.tsx'

const list = soon(async () => (await import('./ClientSwitchList.tsx')).ClientSwitchList)

/**
 * Whose data the page shows, and the way to another client without leaving it. The list of the others is loaded after the
 * page was drawn, and opens as soon as it has come.
 */
export function ClientSwitch(props: ClientSwitchProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [pressed, press] = useState(false)
  const [arrival, again] = useSoon(list, button)
  if (arrival !== null) {
    const { loaded: List, focused } = arrival
    return <List {...props} takesFocus={focused} opensAtOnce={focused && pressed} />
  }
  return (
    <ClientSwitchButton
      ref={button}
      name={props.client.name}
      aria-haspopup="listbox"
      onClick={({ currentTarget }) => {
        currentTarget.focus()
        press(true)
        again()
      }}
      onBlur={() => press(false)}
    />
  )
}
