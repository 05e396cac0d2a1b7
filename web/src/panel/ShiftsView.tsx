import { Select } from '@mantine/core'
import { picksClient } from '@packboard/model'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../clients/chosenClient.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { clientTimesQuery } from '../clock/clientTimesQuery.ts'
import { useTexts } from '../language/useTexts.ts'
import { usePerson } from '../session/useSession.ts'
import { Loadable } from '../ui/Loadable.tsx'
import { options } from './options.ts'
import styles from './PanelScreen.module.css'
import { ShiftsEditor } from './ShiftsEditor.tsx'

/** When the shifts of a client begin: staff choose whose, a client's administrator has the own ones. */
export function ShiftsView() {
  const say = useTexts('panel')
  const person = usePerson()
  const client = useClient(person)
  const [chosen, choose] = useState<number | null>(client?.id ?? null)
  const picks = picksClient(person.role)
  const names = useQuery({ ...clientQueries.names(), enabled: picks })
  return (
    <>
      {picks && (
        <Select
          className={styles.client!}
          label={say('client')}
          placeholder={say('selectClient')}
          searchable
          allowDeselect={false}
          data={options(names.data?.clients, ({ name }) => name)}
          value={chosen === null ? null : String(chosen)}
          rightSection={<IconChevronDown size={16} stroke={1.75} />}
          rightSectionPointerEvents="none"
          comboboxProps={{ keepMounted: false, offset: 6 }}
          onChange={(value) => choose(Number(value))}
        />
      )}
      {chosen === null ? (
        <p className={styles.sentence}>{say('shiftsOf')}</p>
      ) : (
        <Shifts key={chosen} clientId={chosen} />
      )}
    </>
  )
}

function Shifts({ clientId }: { clientId: number }) {
  const say = useTexts('panel')
  // What is edited must be what is there now.
  const query = useQuery({ ...clientTimesQuery(clientId), staleTime: 0 })
  return (
    <Loadable query={query} emptyText={say('notAvailable')} isEmpty={() => false} saysLoading>
      {(times) => <ShiftsEditor key={times.version} {...{ clientId, times }} />}
    </Loadable>
  )
}
