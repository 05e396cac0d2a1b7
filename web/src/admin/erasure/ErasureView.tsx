import { Button, TextInput } from '@mantine/core'
import {
  countName,
  type ErasedNameRow,
  erasedNames,
  eraseName,
  setOperatorRows,
} from '@packboard/contract'
import { type OperatorSetting, operatorSettings } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { operatorRowsQuery } from '../../clients/clientQueries.ts'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import type { DialogProps } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './ErasureView.module.css'

/**
 * What a client decides about its operators: their names go out of its records, and whether they are compared. An admin chooses the
 * client, a client's administrator has its own.
 */
export function ErasureView() {
  const say = useTexts('erasure')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <EraseName clientId={clientId} />
          <ErasedNames clientId={clientId} />
          <OperatorRows clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}

/** The pseudonyms that replaced erased names at a client; the names themselves cannot be recovered. */
function ErasedNames({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const query = useQuery(erasedNamesQuery(clientId))
  return (
    <Panel title={say('erased')} className={table.table}>
      <DataTable
        label={say('erased')}
        query={query}
        rows={(names) => names}
        rowKey={({ id }: ErasedNameRow) => String(id)}
        emptyText={say('none')}
        hint={say('noneHint')}
        saysLoading
        skeletonRows={3}
        columns={[
          { title: say('pseudonym'), cell: ({ pseudonym }) => pseudonym, wide: true },
          { title: say('by'), cell: ({ erasedBy }) => erasedBy },
          { title: say('at'), cell: ({ erasedAt }) => <DateTime at={erasedAt} /> },
          {
            title: say('done'),
            cell: ({ doneAt }) =>
              doneAt === null ? (
                <span className={table.tag}>{say('underWay')}</span>
              ) : (
                <DateTime at={doneAt} />
              ),
          },
        ]}
      />
    </Panel>
  )
}

/** A name is entered, its records are counted, and only then it can be erased. */
function EraseName({ clientId }: { clientId: number }) {
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
            inputWrapperOrder={['label', 'description', 'input', 'error']}
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

/** Says what erasing does before it is done; there is no way back. */
function EraseModal({
  clientId,
  name,
  done,
  ...dialog
}: { clientId: number; name: string; done: () => void } & DialogProps) {
  const say = useTexts('erasure')
  const queries = useQueryClient()
  return (
    <ConfirmModal
      title={say('eraseName')}
      busy={say('erasing')}
      consequence={say('consequence')}
      send={() => call(eraseName, { params: { clientId }, body: { name } })}
      done={({ pseudonym }) => {
        showToast(say('erasedAs', { pseudonym }))
        void queries.invalidateQueries({ queryKey: erasedNamesQuery(clientId).queryKey })
        done()
      }}
      {...dialog}
    >
      <p>{say('question', { name, b: (inner) => <b key="name">{inner}</b> })}</p>
    </ConfirmModal>
  )
}

/** What users and links read of the operators of a client: it is saved at once. */
function OperatorRows({ clientId }: { clientId: number }) {
  const say = useTexts('erasure')
  const { queryKey, ...query } = operatorRowsQuery(clientId)
  const { data, error } = useQuery({ queryKey, ...query })
  const client = useQueryClient()
  const saving = useMutation({
    mutationFn: (setting: OperatorSetting) =>
      call(setOperatorRows, { params: { clientId }, body: { setting } }),
    onSuccess: (_, setting) => client.setQueryData(queryKey, setting),
  })
  const failed = saving.error ?? error
  // What was chosen stands there until the server has refused it.
  const shown = saving.isPending ? saving.variables : data
  return (
    <Panel title={say('byOperator')}>
      <div className={styles.form}>
        <p>{say('byOperatorWhat')}</p>
        {shown !== undefined && (
          <>
            <div className={styles.line}>
              <Segmented
                label={say('byOperator')}
                value={shown}
                options={operatorSettings.map((value) => ({ value, label: say(value) }))}
                choose={(value) => saving.mutate(value)}
              />
            </div>
            {/* It is saved at once: what each does is read before. */}
            <dl className={styles.meanings}>
              {operatorSettings.map((value) => (
                <div key={value} data-chosen={value === shown || undefined}>
                  <dt>{say(value)}</dt>
                  <dd>{say(means[value])}</dd>
                </div>
              ))}
            </dl>
          </>
        )}
        {failed && <ErrorNote>{failureText(failed)}</ErrorNote>}
      </div>
    </Panel>
  )
}

const means = {
  notSet: 'notSetMeans',
  allowed: 'allowedMeans',
  forbidden: 'forbiddenMeans',
} as const satisfies Record<OperatorSetting, string>

/** While one is under way, it is looked at again this often. */
const lookAgainMs = 2_000

/** The names that were erased at a client. */
const erasedNamesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'erasedNames', clientId],
    queryFn: async ({ signal }) =>
      (await call(erasedNames, { params: { clientId } }, signal)).names,
    refetchInterval: ({ state }) =>
      state.data?.some(({ doneAt }) => doneAt === null) === true ? lookAgainMs : false,
  })
