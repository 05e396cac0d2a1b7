import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import type { ClientOption } from '@packboard/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconChevronDown, IconSearch } from '../icons/icons.ts'
import { chooseClient } from '../session/chosenClient.ts'
import { FailedMark, LoadingWord } from '../ui/Loadable.tsx'
import { ClientBoardList } from './ClientBoardList.tsx'
import styles from './ClientSelect.module.css'
import { clientQueries } from './clientQueries.ts'

const all = () => true

/** The page on which staff choose the client whose data they want to see. */
export function ClientSelect({
  label,
  offers = all,
  noneText,
  children,
}: {
  label: string
  /** Which clients can be chosen. */
  offers?: (client: ClientOption) => boolean
  /** Where there is none of these. */
  noneText: string
  /** Where else one may go from here. */
  children?: ReactNode
}) {
  const say = useTexts('clients')
  const ui = useTexts('ui')
  const names = useQuery(clientQueries.names())
  const [wanted, want] = useState('')
  const clients = (names.data?.clients ?? []).filter(offers)
  const byId = new Map(clients.map((client) => [String(client.id), client]))
  // A value that all clients share is not shown.
  const differ = new Set(clients.map(({ subscriptionLabel }) => subscriptionLabel)).size > 1
  return (
    <section className={styles.picker}>
      <h1>{say('pleaseSelect')}</h1>
      <div className={`panel ${styles.box}`}>
        <Select
          label={label}
          placeholder={names.isPending ? ui('loading') : say('placeholder')}
          size="md"
          searchable
          readOnly={names.isPending}
          selectFirstOptionOnChange
          maxDropdownHeight={360}
          comboboxProps={{ keepMounted: false, offset: 6 }}
          nothingFoundMessage={clients.length > 0 ? say('noMatch') : noneText}
          leftSection={<IconSearch size={18} />}
          rightSection={<IconChevronDown size={18} className={styles.chevron} />}
          withCheckIcon={false}
          data={clients.map(({ id, name }) => ({ value: String(id), label: name }))}
          renderOption={({ option }) => {
            const client = byId.get(option.value)
            return (
              <span className={styles.option} title={option.label}>
                {option.label}
                <span className={styles.place}>{client?.location}</span>
                {differ && <span className={styles.subscription}>{client?.subscriptionLabel}</span>}
              </span>
            )
          }}
          searchValue={wanted}
          onSearchChange={want}
          onChange={(value) => chooseClient(byId.get(value ?? '') ?? null)}
        />
        {names.isPending && <LoadingWord className="spoken" />}
        {names.isError && <FailedMark retry={() => void names.refetch()} />}
      </div>
      {clients.length > 0 && <ClientBoardList {...{ clients, wanted }} choose={chooseClient} />}
      {children}
    </section>
  )
}
