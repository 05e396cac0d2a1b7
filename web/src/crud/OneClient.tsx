import { useQuery } from '@tanstack/react-query'
import { Fragment, type ReactNode } from 'react'
import { clientQueries } from '../clients/clientQueries.ts'
import { useSwitchClient } from '../clients/useSwitchClient.ts'
import { useOnlyClient } from '../clients/useUsualClient.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useClient } from '../session/chosenClient.ts'
import { usePerson } from '../session/useSession.ts'
import { ChoiceSelect } from '../ui/ChoiceSelect.tsx'
import { options } from './formFields.ts'
import styles from './OneClient.module.css'

/** A view of the panel that is about one client: staff choose which, for all pages; everybody else has the own one. */
export function OneClient({
  before,
  children,
}: {
  /** Shown until a client is chosen. */
  before: string
  children: (clientId: number) => ReactNode
}) {
  const say = useTexts('panel')
  const person = usePerson()
  const client = useClient(person)
  useOnlyClient()
  const chosen = client?.id ?? null
  const choose = useSwitchClient()
  const picks = person.permissions.chooseClient
  const names = useQuery({ ...clientQueries.names(), enabled: picks })
  return (
    <>
      {picks && (
        <ChoiceSelect
          className={styles.client ?? ''}
          label={say('client')}
          placeholder={say('selectClient')}
          searchable
          data={options(names.data?.clients, ({ name }) => name)}
          value={chosen === null ? null : String(chosen)}
          onChange={(value) => {
            const picked = names.data?.clients.find(({ id }) => String(id) === value)
            if (picked) choose(picked)
          }}
        />
      )}
      {chosen === null ? (
        <p className={styles.sentence}>{before}</p>
      ) : (
        <Fragment key={chosen}>{children(chosen)}</Fragment>
      )}
    </>
  )
}
