import { Select } from '@mantine/core'
import { picksClient } from '@packboard/model'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../clients/chosenClient.ts'
import { clientQueries } from '../clients/clientQueries.ts'
import { useTexts } from '../language/useTexts.ts'
import { options } from '../panel/options.ts'
import { usePerson } from '../session/useSession.ts'
import { ErasedNames } from './ErasedNames.tsx'
import { EraseName } from './EraseName.tsx'
import styles from './PersonalDataView.module.css'

/** Names of operators go out of the records of one client: an admin chooses whose, a client's administrator has its own. */
export function PersonalDataView() {
  const say = useTexts('personalData')
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
        <p className={styles.sentence}>{say('chooseFirst')}</p>
      ) : (
        <div className={styles.parts} key={chosen}>
          <EraseName clientId={chosen} />
          <ErasedNames clientId={chosen} />
        </div>
      )}
    </>
  )
}
