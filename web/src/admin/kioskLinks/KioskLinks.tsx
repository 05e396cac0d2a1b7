import { Button, TextInput } from '@mantine/core'
import { type KioskLinkRow, revokeKioskLink } from '@packboard/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import { useLinesWithFlow } from '../../clients/useLinesWithFlow.ts'
import { useUsualClient } from '../../clients/useUsualClient.ts'
import modal from '../../crud/ConfirmModal.module.css'
import { ConfirmModal } from '../../crud/ConfirmModal.tsx'
import table from '../../crud/CrudTable.module.css'
import { CrudTable } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { options } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconCopy, IconPlugConnectedX } from '../../icons/furtherIcons.ts'
import { IconCheck } from '../../icons/icons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useNow } from '../../time/useNow.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useCopy } from '../../ui/useCopy.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { wallQueries } from '../../wall/wallQueries.ts'
import { deviceQueries } from '../panelQueries.ts'
import { addressOfLine, linkForm, linkStatus, type MadeLink } from './linkForm.ts'

type Open =
  | { readonly what: 'made'; readonly link: MadeLink }
  | { readonly what: 'revoke'; readonly link: KioskLinkRow }

/** The links that show a client's wall on a television without a sign-in: made here, copied once, revoked here. */
export function KioskLinks() {
  const say = useTexts('wall')
  const sayUi = useTexts('ui')
  const person = usePerson()
  const queries = useQueryClient()
  const query = useQuery(wallQueries.links())
  const picks = person.permissions.chooseClient
  const clients = useQuery({ ...clientQueries.names(), enabled: picks })
  const usual = useUsualClient(clients.data?.clients)
  // The machines in scope, which devices are given, too.
  const devices = useQuery(deviceQueries.list())
  const minute = useNow((now) => Math.floor(now / 60_000))
  const { about: open, open: show, dialog } = useOpening<Open>()
  const refresh = () => void queries.invalidateQueries({ queryKey: wallQueries.links().queryKey })
  const form = (row: KioskLinkRow | null): FormSpec =>
    linkForm({
      say,
      sayUi,
      row,
      clients: picks
        ? row
          ? [{ value: String(row.clientId), label: row.clientName }]
          : options(clients.data?.clients, ({ name }) => name)
        : null,
      usualClient: usual,
      machines: devices.data?.machines ?? [],
      made: (link) => show({ what: 'made', link }),
      refresh,
    })
  const statusOf = (link: KioskLinkRow) => say(linkStatus(link, minute * 60_000))
  const makerOf = ({ createdBy, makerDeleted }: KioskLinkRow) =>
    makerDeleted ? say('makerDeleted', { name: createdBy }) : createdBy
  const noDelete = ({ revokedAt }: KioskLinkRow) => ({ edit: revokedAt === null, remove: false })
  const kindOf = ({ kind }: KioskLinkRow) => say(kind === 'board' ? 'kindBoard' : 'kindOperator')
  const machinesOf = ({ allMachines, machines }: KioskLinkRow) =>
    allMachines ? say('allMachines') : machines.join(', ')
  return (
    <>
      <CrudTable
        title={say('links')}
        noun={say('aLink')}
        query={query}
        keyOf={({ id }) => id}
        nameOf={({ label }) => label}
        columns={[
          { title: say('name'), text: ({ label }) => label, wide: true },
          // Before all that can lie behind the actions of a narrow table: it says when a new PIN is needed.
          {
            title: say('status'),
            text: statusOf,
            cell: (link) => <span className={table.tag}>{statusOf(link)}</span>,
          },
          { title: say('kind'), text: kindOf },
          { title: say('shownMachines'), text: machinesOf, wide: true },
          ...(picks
            ? [
                {
                  title: say('client'),
                  text: ({ clientName }: KioskLinkRow) => clientName,
                  wide: true,
                },
              ]
            : []),
          { title: say('createdBy'), text: makerOf, spare: true },
          { ...dateColumn(say('created'), ({ createdAt }) => createdAt, ''), spare: true },
          {
            ...dateColumn(say('lastSeen'), ({ lastSeenAt }) => lastSeenAt, say('never')),
            spare: true,
          },
          dateColumn(say('ends'), ({ expiresAt }) => expiresAt, say('whenRevoked')),
        ]}
        form={form}
        rights={noDelete}
        hint={say('linksHint')}
        moreActions={(link) =>
          link.revokedAt === null && (
            <IconButton
              label={say('revokeOf', { name: link.label })}
              icon={IconPlugConnectedX}
              onClick={() => show({ what: 'revoke', link })}
            />
          )
        }
      />
      {open?.what === 'made' && <KioskLinkMade link={open.link} {...dialog} />}
      {open?.what === 'revoke' && (
        <RevokeModal key={open.link.id} link={open.link} done={refresh} {...dialog} />
      )}
    </>
  )
}

function dateColumn(title: string, dateOf: (link: KioskLinkRow) => Date | null, none: string) {
  return {
    title,
    labelOnPhone: true,
    text: (link: KioskLinkRow) => dateOf(link)?.toISOString() ?? none,
    cell: (link: KioskLinkRow) => {
      const date = dateOf(link)
      return date ? <DateTime at={date} /> : none
    },
  }
}

/** The address of a new link. It is shown only once: it cannot be read again, not even by the provider. */
function KioskLinkMade({
  link: { address: ofTiles, label, kind, clientId },
  opened,
  onClose,
}: { link: MadeLink } & DialogProps) {
  const say = useTexts('wall')
  const lines = useLinesWithFlow(clientId)
  const [line, showLine] = useState('')
  const address = line === '' ? ofTiles : addressOfLine(ofTiles, line)
  const field = useRef<HTMLInputElement>(null)
  const { copied, copy } = useCopy(address, () => field.current?.select())
  // What every person does next; where it is not allowed, the button and the marked field are there.
  const begun = useRef(false)
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void copy()
  })
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  return (
    <Dialog
      title={say('link')}
      side={label}
      width={560}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <div className={modal.words}>
        {kind === 'board' && lines.length > 0 && (
          <ChoiceSelect
            label={say('content')}
            data={[
              { value: '', label: say('asTiles') },
              ...lines.map((name) => ({ value: name, label: say('asLine', { line: name }) })),
            ]}
            value={line}
            onChange={(chosen) => showLine(chosen ?? '')}
          />
        )}
        <TextInput
          ref={field}
          label={say(kind === 'board' ? 'openOnTelevision' : 'openOnTablet')}
          value={address}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <p className={modal.consequence} role="status">
          {say(copied === 'byHand' ? 'copyByHand' : kind === 'board' ? 'copyNow' : 'copyNowTablet')}
        </p>
      </div>
    </Dialog>
  )
}

/** Says what revoking does before it is done; there is no way back. */
function RevokeModal({
  link,
  done,
  ...dialog
}: { link: KioskLinkRow; done: () => void } & DialogProps) {
  const say = useTexts('wall')
  return (
    <ConfirmModal
      title={say('revokeTitle')}
      confirm={say('revoke')}
      busy={say('revoking')}
      consequence={say('revokeConsequence', { client: link.clientName })}
      send={() => call(revokeKioskLink, { params: { id: link.id } })}
      done={() => {
        showToast(textsOf('wall')('linkRevoked'))
        done()
      }}
      {...dialog}
    >
      <p>{say('revokeQuestion', { label: link.label, name: (inner) => <b>{inner}</b> })}</p>
    </ConfirmModal>
  )
}
