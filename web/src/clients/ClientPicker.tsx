import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Select } from '@mantine/core'
import { picksClient } from '@packboard/model'
import { IconChevronDown, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../language/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { FailedMark } from '../ui/Loadable.tsx'
import { NotAllowed } from '../ui/NotAllowed.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import styles from './ClientPicker.module.css'
import { chooseClient } from './chosenClient.ts'
import { clientQueries } from './clientQueries.ts'

/** Staff choose the client whose data they want to see; everybody else reads 'Not Allowed'. */
export function ClientPicker() {
  const say = useTexts('clients')
  const ui = useTexts('ui')
  usePageTitle(say('pageTitle'))
  const session = usePerson()
  const allowed = picksClient(session.role)
  const names = useQuery({ ...clientQueries.names(), enabled: allowed })
  if (!allowed) return <NotAllowed />

  const clients = names.data?.clients ?? []
  const byId = new Map(clients.map((client) => [String(client.id), client]))
  return (
    <section className={styles.picker}>
      <h1>{say('pleaseSelect')}</h1>
      <div className={`panel ${styles.box}`}>
        <Select
          label={say('selectClient')}
          placeholder={names.isPending ? ui('loading') : say('placeholder')}
          size="md"
          searchable
          readOnly={names.isPending}
          selectFirstOptionOnChange
          maxDropdownHeight={360}
          comboboxProps={{ keepMounted: false, offset: 6 }}
          nothingFoundMessage={say(clients.length > 0 ? 'noMatch' : 'none')}
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          rightSection={
            <IconChevronDown
              size={18}
              stroke={1.75}
              className={styles.chevron}
              aria-hidden="true"
            />
          }
          withCheckIcon={false}
          data={clients.map((client) => ({ value: String(client.id), label: client.name }))}
          renderOption={({ option }) => {
            const client = byId.get(option.value)
            return (
              <span className={styles.option}>
                {option.label}
                <span className={styles.place}>{client?.location}</span>
                <span className={styles.subscription}>{client?.subscriptionLabel}</span>
              </span>
            )
          }}
          onChange={(value) => chooseClient(byId.get(value ?? '') ?? null)}
        />
        {names.isError && <FailedMark retry={() => void names.refetch()} />}
      </div>
    </section>
  )
}
