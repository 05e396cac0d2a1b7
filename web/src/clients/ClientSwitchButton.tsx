import type { ComponentProps } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBuildingFactory2, IconChevronDown } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import styles from './ClientSwitch.module.css'

export type ClientSwitchProps = {
  client: ChosenClient
  change: (client: ChosenClient) => void
}

/** Whose data the page shows. */
export function ClientSwitchButton({
  name,
  ...props
}: { name: string } & Omit<ComponentProps<'button'>, 'name'>) {
  const say = useTexts('clients')
  return (
    <button
      {...props}
      type="button"
      className={styles.switch}
      title={name}
      aria-label={say('change', { client: name })}
    >
      <IconBuildingFactory2 size={18} />
      <span>{name}</span>
      <IconChevronDown size={16} />
    </button>
  )
}
