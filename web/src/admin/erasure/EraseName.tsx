import { Button, TextInput } from '@mantine/core'
import { countName } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EraseModal } from './EraseModal.tsx'
import styles from './ErasureView.module.css'

/** A name is entered, its records are counted, and only then it can be erased. */
export function EraseName({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const [name, setName] = useState('')
  const [opened, setOpened] = useState(false)
  const counting = useMutation({
    mutationFn: (requested: string) =>
      call(countName, { params: { clientId }, body: { name: requested } }),
  })
  const counted = counting.isSuccess && counting.variables === name
  const count = (event: FormEvent) => {
    event.preventDefault()
    if (name !== '' && !counting.isPending) counting.mutate(name)
  }
  return (
    <Panel title={say('title')}>
      <form className={styles.form} onSubmit={count} autoComplete="off">
        <p>{say('what')}</p>
        <div className={styles.line}>
          <TextInput
            className={styles.name ?? ''}
            label={say('name')}
            description={say('toTheLetter')}
            maxLength={256}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <BusyButton
            type="submit"
            busy={counting.isPending ? say('counting') : null}
            disabled={name === ''}
          >
            {say('count')}
          </BusyButton>
        </div>
        {counting.isError && <ErrorNote>{failureText(counting.error)}</ErrorNote>}
        <div className={`${styles.line} ${styles.found}`} aria-live="polite">
          {counted && (
            <>
              <p className={styles.held}>{say('held', { count: counting.data.records })}</p>
              <Button variant="default" onClick={() => setOpened(true)}>
                {say('erase')}
              </Button>
            </>
          )}
        </div>
      </form>
      <EraseModal
        {...{ clientId, name, opened }}
        onClose={() => setOpened(false)}
        done={() => {
          setName('')
          counting.reset()
        }}
      />
    </Panel>
  )
}
