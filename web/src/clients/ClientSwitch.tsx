import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconBuildingFactory2, IconChevronDown } from '../icons/icons.ts'
import type { ChosenClient } from '../session/chosenClient.ts'
import styles from './ClientSwitch.module.css'
import { clientQueries } from './clientQueries.ts'

/** Whose data the page shows, and the way to another client without leaving it. */
export function ClientSwitch({
  client,
  change,
}: {
  client: ChosenClient
  change: (client: ChosenClient) => void
}) {
  const say = useTexts('clients')
  const ui = useTexts('ui')
  const [wanted, want] = useState('')
  const list = useCombobox({
    onDropdownOpen: () => list.focusSearchInput(),
    onDropdownClose: () => {
      list.resetSelectedOption()
      want('')
    },
  })
  const names = useQuery({ ...clientQueries.names(), enabled: list.dropdownOpened })
  const clients = names.data?.clients ?? []
  const found = clients.filter(({ name }) =>
    name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const { selectFirstOption, resetSelectedOption } = list
  // The first of what was found is what Enter chooses.
  useEffect(() => {
    if (wanted === '') resetSelectedOption()
    else selectFirstOption()
  }, [wanted, selectFirstOption, resetSelectedOption])
  const choose = (id: string) => {
    list.closeDropdown()
    list.focusTarget()
    const chosen = clients.find((each) => String(each.id) === id)
    if (chosen && chosen.id !== client.id) change(chosen)
  }
  return (
    <Combobox
      store={list}
      width={320}
      position="bottom-start"
      offset={6}
      keepMounted={false}
      onOptionSubmit={choose}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={styles.switch}
          title={client.name}
          aria-label={say('change', { client: client.name })}
          onClick={() => list.toggleDropdown()}
        >
          <IconBuildingFactory2 size={18} stroke={1.75} aria-hidden="true" />
          <span>{client.name}</span>
          <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={wanted}
          placeholder={say('placeholder')}
          aria-label={say('placeholder')}
          onChange={(event) => want(event.currentTarget.value)}
        />
        <Combobox.Options className={styles.options ?? ''}>
          {found.map(({ id, name, location }) => (
            <Combobox.Option key={id} value={String(id)} active={id === client.id}>
              <span className={styles.option} title={name}>
                <span>{name}</span>
                <small>{location}</small>
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>
              {names.isPending
                ? ui('loading')
                : names.isError
                  ? ui('couldNotLoad')
                  : say('noMatch')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
