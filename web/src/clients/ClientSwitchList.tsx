import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Combobox, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { ClientState } from './ClientBoardList.tsx'
import styles from './ClientSwitch.module.css'
import { ClientSwitchButton, type ClientSwitchProps } from './ClientSwitchButton.tsx'
import { worstFirst } from './clientBoard.ts'
import { clientQueries } from './clientQueries.ts'

/** The button of `ClientSwitch` with the list that it opens. */
export function ClientSwitchList({
  client,
  change,
  takesFocus,
  opensAtOnce,
}: ClientSwitchProps & { takesFocus: boolean; opensAtOnce: boolean }) {
  const say = useTexts('clients')
  const ui = useTexts('ui')
  const [wanted, want] = useState('')
  const button = useRef<HTMLButtonElement>(null)
  const list = useCombobox({
    onDropdownOpen: () => list.focusSearchInput(),
    onDropdownClose: () => {
      list.resetSelectedOption()
      want('')
    },
  })
  const names = useQuery({ ...clientQueries.names(), enabled: list.dropdownOpened })
  // Read once: nothing moves in an open list.
  const board = useQuery({
    ...clientQueries.board(),
    enabled: list.dropdownOpened,
    refetchInterval: false,
  })
  // The worst comes first; without the board the names stay in their order.
  const onBoard = new Map(worstFirst(board.data?.clients ?? []).map((each) => [each.id, each]))
  const places = new Map([...onBoard.keys()].map((id, place) => [id, place]))
  const placeOf = ({ id }: { id: number }) => places.get(id) ?? places.size
  const isComing = names.isPending || board.isPending
  const clients = isComing
    ? []
    : (names.data?.clients ?? []).toSorted((a, b) => placeOf(a) - placeOf(b))
  const found = clients.filter(({ name }) =>
    name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const { selectFirstOption, resetSelectedOption, openDropdown } = list
  useEffect(() => {
    if (takesFocus) button.current?.focus()
    if (opensAtOnce) openDropdown()
  }, [takesFocus, opensAtOnce, openDropdown])
  // The first of what was found is what Enter chooses.
  useEffect(() => {
    if (wanted === '') resetSelectedOption()
    else selectFirstOption()
  }, [wanted, selectFirstOption, resetSelectedOption])
  const stateOf = (id: number) => {
    const known = onBoard.get(id)
    return known && board.data && <ClientState client={known} at={board.data.at} />
  }
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
        <ClientSwitchButton ref={button} name={client.name} onClick={() => list.toggleDropdown()} />
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
                {stateOf(id)}
              </span>
            </Combobox.Option>
          ))}
          {found.length === 0 && (
            <Combobox.Empty>
              {isComing ? ui('loading') : names.isError ? ui('couldNotLoad') : say('noMatch')}
            </Combobox.Empty>
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
