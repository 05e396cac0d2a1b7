import { Button } from '@mantine/core'
import { clientReasons, reasonTemplates, setReasons } from '@packboard/contract'
import { reasonLimits } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../../api/call.ts'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconPlus } from '../../icons/furtherIcons.ts'
import { nameIn, reasonTree, type StoredReason, useLanguage } from '../../reasons/useReasons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { ReasonForm } from './ReasonForm.tsx'
import { ReasonList } from './ReasonList.tsx'
import styles from './Reasons.module.css'
import {
  addReason,
  changeReason,
  draftOfTemplate,
  findReasonFault,
  isRemovable,
  moveReason,
  putUnder,
  type ReasonFault,
  type ReasonsDraft,
  removeReason,
  sameReasons,
  wireOfDraft,
} from './reasonsDraft.ts'

/** Why machines of a client stand: staff choose whose, a client's administrator has the own reasons. */
export function ReasonsView() {
  const say = useTexts('stopBook')
  return (
    <OneClient before={say('reasonsOf')}>{(clientId) => <Reasons clientId={clientId} />}</OneClient>
  )
}

function Reasons({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(storedReasonsQuery(clientId))
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {(stored) => (
        <ReasonsEditor key={query.dataUpdatedAt} {...{ clientId, stored }} reload={query.refetch} />
      )}
    </Loadable>
  )
}

/** The reasons of a client in two levels, and beside them the one that is selected. All of them are saved together. */
export function ReasonsEditor({
  clientId,
  stored,
  reload,
}: {
  clientId: number
  stored: z.output<typeof clientReasons.answer>
  reload: () => unknown
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const queries = useQueryClient()
  const [draft, setDraft] = useState<ReasonsDraft>(stored.reasons)
  const [selected, select] = useState<string | null>(null)
  const changed = !sameReasons(draft, stored.reasons)
  const fault = findReasonFault(draft)
  const saving = useMutation({
    mutationFn: () =>
      call(setReasons, {
        params: { clientId },
        body: { reasons: wireOfDraft(draft), version: stored.version },
      }),
    onSuccess: () => {
      showToast(textsOf('stopBook')('reasonsSaved'))
      void queries.invalidateQueries({ queryKey: ['reasons', clientId] })
      void reload()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const refused = saving.error instanceof CallFailed && saving.error.status === 409
  const change = (next: ReasonsDraft) => {
    saving.reset()
    setDraft(next)
  }
  const add = (parent: string | null) => {
    const added = addReason(draft, parent)
    change(added.draft)
    select(added.id)
  }
  const open = draft.find(({ id }) => id === selected)
  const nameOf = (id: string) => {
    const found = draft.find((each) => each.id === id)
    return (found && nameIn(found.name, language)) || say('unnamed')
  }
  return (
    <div className={styles.page} data-open={open !== undefined}>
      <Panel
        title={say('reasons')}
        sub={say('reasonCount', { count: draft.filter(({ retired }) => !retired).length })}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} />}
              disabled={draft.length >= reasonLimits.reasons}
              onClick={() => add(null)}
            >
              {say('addReason')}
            </Button>
            <Button
              variant="default"
              disabled={!changed}
              onClick={() => {
                change(stored.reasons)
                select(null)
              }}
            >
              {say('discard')}
            </Button>
            <BusyButton
              busy={saving.isPending ? say('saving') : null}
              disabled={!changed || fault !== null}
              onClick={() => saving.mutate()}
            >
              {say('save')}
            </BusyButton>
          </>
        }
      >
        {saving.error && (
          <div className={styles.failed}>
            <ErrorNote>{failureText(saving.error)}</ErrorNote>
            {refused && (
              <Button variant="default" onClick={() => void reload()}>
                {say('showSaved')}
              </Button>
            )}
          </div>
        )}
        {fault && changed && (
          <div className={styles.failed}>
            <ErrorNote>{faultWords(fault, nameOf)}</ErrorNote>
          </div>
        )}
        <p className={styles.state} role="status">
          {changed ? say('unsaved') : ''}
        </p>
        {draft.length === 0 ? (
          <TemplateChoice
            clientId={clientId}
            choose={(reasons) => change(draftOfTemplate(reasons))}
          />
        ) : (
          <ReasonList
            {...{ draft, selected, select }}
            fault={fault}
            move={(id, place) => change(moveReason(draft, id, place))}
          />
        )}
      </Panel>
      {open && (
        <ReasonForm
          key={open.id}
          {...{ clientId, draft, nameOf }}
          reason={open}
          change={(part) => change(changeReason(draft, open.id, part))}
          putUnder={(parent) => change(putUnder(draft, open.id, parent))}
          move={(place) => change(moveReason(draft, open.id, place))}
          addUnder={() => add(open.id)}
          close={() => select(null)}
          {...(isRemovable(draft, open) && {
            remove: () => {
              change(removeReason(draft, open.id))
              select(null)
            },
          })}
        />
      )}
    </div>
  )
}

/** Why the list cannot be saved. */
function faultWords(
  { id, kind, other = '', what = '' }: ReasonFault,
  nameOf: (id: string) => string,
) {
  const say = textsOf('stopBook')
  switch (kind) {
    case 'noName':
      return say('noName')
    case 'sameName':
      return say('sameName', { name: nameOf(id) })
    case 'sameAlarm':
      return say('sameAlarm', { alarm: what, first: nameOf(other), second: nameOf(id) })
    case 'sameState':
      return say('sameState', {
        state: stateWord(Number(what)),
        first: nameOf(other),
        second: nameOf(id),
      })
    case 'tooMany':
      return say('tooManyReasons', { most: formatCount(reasonLimits.reasons) })
    case 'overrun':
      return say('wrongOverrun', { name: nameOf(id) })
  }
}

/** Lists to begin with, the most fitting one for the client's machines first. Nothing is stored until it is saved. */
function TemplateChoice({
  clientId,
  choose,
}: {
  clientId: number
  choose: (reasons: readonly Omit<StoredReason, 'used' | 'used30Days'>[]) => void
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const query = useQuery(templatesQuery(clientId))
  return (
    <div className={styles.templates}>
      <p>{say('beginWith')}</p>
      <Loadable query={query} isEmpty={(templates) => templates.length === 0} saysLoading>
        {(templates) => (
          <ul>
            {templates.map(({ key, machineTypes, reasons }) => (
              <li key={key}>
                <h3>{say(`template.${key}`)}</h3>
                <p>{say('templateReasons', { count: reasons.length })}</p>
                {machineTypes.length > 0 && (
                  <p>{say('templateFits', { types: machineTypes.join(', ') })}</p>
                )}
                <p className={styles.hint}>
                  {reasonTree(reasons)
                    .map(({ top }) => nameIn(top.name, language))
                    .join(', ')}
                </p>
                <Button
                  variant="default"
                  aria-label={say('useTemplateOf', { name: say(`template.${key}`) })}
                  onClick={() => choose(reasons)}
                >
                  {say('useTemplate')}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Loadable>
    </div>
  )
}

/** The reasons as they are stored. While they are edited, they are not requested again by themselves. */
export const storedReasonsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasons', clientId],
    queryFn: ({ signal }) => call(clientReasons, { params: { clientId } }, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

export const templatesQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['panel', 'reasonTemplates', clientId],
    queryFn: async ({ signal }) =>
      (await call(reasonTemplates, { params: { clientId } }, signal)).templates,
    // Their ids are new in each answer.
    staleTime: 0,
    gcTime: 0,
  })
