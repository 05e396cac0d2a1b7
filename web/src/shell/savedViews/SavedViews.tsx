import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { addSavedView, deleteSavedView, type SavedView } from '@packboard/contract'
import { savedViewLimits } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { presetKeys } from '../../filter/presetKeys.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy, IconTrash } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import type { PageTimes } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { openSavedViews } from '../overlaysOpen.ts'
import { linksOfPage } from './linksOfPage.ts'
import styles from './SavedViews.module.css'
import { addressOfView, savedViewsQuery } from './savedViewsQuery.ts'

/** The pages that a view can be of: those with data of a client. */
const savable = /^\/admin\/(dashboard|timeline|stops|compare|wall|day-summary|productionData\/.+)$/

/** The saved views of a client: open one, save the page that is open, or copy its link. */
export function SavedViews({
  clientId,
  opened,
  times,
}: {
  clientId: number
  opened: boolean
  times: Pick<PageTimes, 'zone' | 'factory'>
}) {
  const say = useTexts('savedViews')
  const close = useTexts('ui')('close')
  const { path, search } = useRouterState({
    select: ({ location }) => ({ path: location.pathname, search: location.search }),
    structuralSharing: true,
  })
  const views = useQuery({ ...savedViewsQuery(clientId), enabled: opened })
  const onClose = () => openSavedViews(false)
  return (
    <Dialog
      title={say('title')}
      width={560}
      {...{ opened, onClose }}
      foot={
        <Button variant="default" onClick={onClose}>
          {close}
        </Button>
      }
    >
      <div className={styles.parts}>
        {savable.test(path) && (
          <>
            <SaveForm
              clientId={clientId}
              address={linksOfPage(path, search, times, new Date()).here}
              mayShare={views.data?.mayShare ?? false}
            />
            <CopyLinks {...{ path, search, times }} />
          </>
        )}
        <section aria-label={say('list')}>
          <h3>{say('list')}</h3>
          {views.isError && <ErrorNote>{failureText(views.error)}</ErrorNote>}
          {views.data?.views.length === 0 && <p className={styles.quiet}>{say('none')}</p>}
          <ul className={styles.list}>
            {views.data?.views.map((view) => (
              <ViewRow
                key={view.id}
                clientId={clientId}
                view={view}
                mayDelete={view.isOwn || views.data.mayShare}
              />
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  )
}

function SaveForm({
  clientId,
  address,
  mayShare,
}: {
  clientId: number
  address: string
  mayShare: boolean
}) {
  const say = useTexts('savedViews')
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const [isShared, setShared] = useState(false)
  const saving = useMutation({
    mutationFn: () =>
      call(addSavedView, { params: { clientId }, body: { name: name.trim(), address, isShared } }),
    onSuccess: async () => {
      showToast(say('saved', { name: name.trim() }))
      setName('')
      await queries.invalidateQueries({ queryKey: savedViewsQuery(clientId).queryKey })
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '' && !saving.isPending) saving.mutate()
      }}
    >
      <TextInput
        data-autofocus
        label={say('name')}
        maxLength={savedViewLimits.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <BusyButton
        type="submit"
        busy={saving.isPending ? say('saving') : null}
        disabled={name.trim() === ''}
      >
        {say('save')}
      </BusyButton>
      {mayShare && (
        <Checkbox
          label={say('share')}
          checked={isShared}
          onChange={({ currentTarget }) => setShared(currentTarget.checked)}
        />
      )}
      {saving.isError && <ErrorNote>{failureText(saving.error)}</ErrorNote>}
    </form>
  )
}

function CopyLinks({
  path,
  search,
  times,
}: {
  path: string
  search: Record<string, unknown>
  times: Pick<PageTimes, 'zone' | 'factory'>
}) {
  const say = useTexts('savedViews')
  const filters = useTexts('filters')
  const [byHand, setByHand] = useState<string | null>(null)
  const links = linksOfPage(path, search, times, new Date())
  const copy = async (address: string) => {
    const link = window.location.origin + address
    try {
      // Only secure addresses may write to the clipboard; elsewhere the person copies it.
      await navigator.clipboard.writeText(link)
      showToast(say('copied'))
    } catch {
      setByHand(link)
    }
  }
  const button = (text: string, address: string) => (
    <Button
      variant="default"
      leftSection={<IconCopy size={16} />}
      onClick={() => void copy(address)}
    >
      {text}
    </Button>
  )
  return (
    <section aria-label={say('copyLink')}>
      <h3>{say('copyLink')}</h3>
      <div className={styles.links}>
        {links.exact && button(say('exactPeriod'), links.exact)}
        {links.moving && button(filters(presetKeys[links.moving.preset]), links.moving.address)}
        {!links.exact && !links.moving && button(say('thisPage'), links.here)}
      </div>
      {byHand !== null && (
        <TextInput
          readOnly
          label={say('byHand')}
          value={byHand}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </section>
  )
}

function ViewRow({
  clientId,
  view,
  mayDelete,
}: {
  clientId: number
  view: SavedView
  mayDelete: boolean
}) {
  const say = useTexts('savedViews')
  const { permissions } = usePerson()
  const queries = useQueryClient()
  const deleting = useMutation({
    mutationFn: () => call(deleteSavedView, { params: { clientId }, query: { id: view.id } }),
    onSuccess: async () => {
      showToast(say('deleted', { name: view.name }))
      await queries.invalidateQueries({ queryKey: savedViewsQuery(clientId).queryKey })
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <li>
      <Link
        to={addressOfView(view, permissions.chooseClient ? { client: clientId } : {})}
        onClick={() => openSavedViews(false)}
      >
        {view.name}
      </Link>
      <small>
        {view.isShared && (view.isOwn ? say('shared') : say('sharedBy', { name: view.owner }))}
      </small>
      {mayDelete && (
        <button
          type="button"
          aria-label={say('delete', { name: view.name })}
          title={say('delete', { name: view.name })}
          disabled={deleting.isPending}
          onClick={() => deleting.mutate()}
        >
          <IconTrash size={18} />
        </button>
      )}
    </li>
  )
}
