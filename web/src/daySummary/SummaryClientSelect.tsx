import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import pickerStyles from '../clients/ClientPicker.module.css'
import { chooseClient } from '../clients/chosenClient.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { useTexts } from '../language/useTexts.ts'
import { FailedMark } from '../ui/Loadable.tsx'

/** An admin first says whose days; only clients with a premium subscription have them (specification §2). */
export function SummaryClientSelect() {
  const say = useTexts('daySummary')
  const sayOfClients = useTexts('clients')
  const loading = useTexts('ui')('loading')
  const names = useQuery(clientQueries.names())
  const clients = (names.data?.clients ?? []).filter(
    ({ subscriptionLabel }) => subscriptionLabel === 'premium',
  )
  return (
    <section className={pickerStyles.picker}>
      <h1>{sayOfClients('pleaseSelect')}</h1>
      <div className={`panel ${pickerStyles.box}`}>
        <Select
          label={say('client')}
          placeholder={sayOfClients('placeholder')}
          size="md"
          searchable
          readOnly={names.isPending}
          selectFirstOptionOnChange
          maxDropdownHeight={360}
          comboboxProps={{ keepMounted: false, offset: 6 }}
          nothingFoundMessage={clients.length > 0 ? sayOfClients('noMatch') : say('noPremium')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={
            <IconChevronDown
              size={18}
              stroke={1.75}
              className={pickerStyles.chevron}
              aria-hidden="true"
            />
          }
          withCheckIcon={false}
          data={clients.map(({ id, name }) => ({ value: String(id), label: name }))}
          renderOption={({ option }) => {
            const client = clients.find(({ id }) => String(id) === option.value)
            return (
              <span className={pickerStyles.option}>
                {option.label}
                <span className={pickerStyles.place}>{client?.location}</span>
              </span>
            )
          }}
          onChange={(value) => chooseClient(clients.find(({ id }) => String(id) === value) ?? null)}
        />
        {names.isPending && <p role="status">{loading}</p>}
        {names.isError && <FailedMark retry={() => void names.refetch()} />}
      </div>
    </section>
  )
}
