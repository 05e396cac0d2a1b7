import { addKioskLink, type KioskLinkRow } from '@packboard/contract'
import { colourSchemes, densities } from '@packboard/model'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { clientQueries } from '../../clients/clientQueries.ts'
import table from '../../crud/CrudTable.module.css'
import { CrudTable } from '../../crud/CrudTable.tsx'
import type { FormSpec } from '../../crud/FormModal.tsx'
import { firstMissing } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { options } from '../../crud/options.ts'
import { textsOf, useTexts } from '../../i18n/useTexts.ts'
import { IconPlugConnectedX } from '../../icons/furtherIcons.ts'
import { usePerson } from '../../session/useSession.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { serverNow } from '../../time/serverClock.ts'
import { useNow } from '../../time/useNow.ts'
import { wallQueries } from '../../wall/wallQueries.ts'
import { KioskLinkMade } from './KioskLinkMade.tsx'
import { defaultLifetime, lifetimes, lifetimeText, linkStatus } from './linkStatus.ts'
import { RevokeModal } from './RevokeModal.tsx'

type Open =
  | { readonly what: 'made'; readonly address: string; readonly label: string }
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
  const minute = useNow((now) => Math.floor(now / 60_000))
  const [open, setOpen] = useState<Open | null>(null)
  const [opened, setOpened] = useState(false)
  const show = (what: Open) => {
    setOpen(what)
    setOpened(true)
  }
  const close = () => setOpened(false)
  const refresh = () => void queries.invalidateQueries({ queryKey: wallQueries.links().queryKey })
  const form = (): FormSpec => ({
    initial: {
      label: '',
      clientId: '',
      expiresAt: defaultLifetime,
      colourScheme: 'dark',
      density: 'comfortable',
    },
    fields: () => [
      {
        name: 'label',
        label: say('name'),
        required: true,
        placeholder: say('namePlaceholder'),
        hint: say('nameHint'),
      },
      ...(picks
        ? [
            {
              name: 'clientId',
              label: say('client'),
              kind: 'select' as const,
              required: true,
              options: options(clients.data?.clients, ({ name }) => name),
            },
          ]
        : []),
      {
        name: 'expiresAt',
        label: say('ends'),
        kind: 'select',
        required: true,
        options: lifetimes.map(({ value, days }) => ({
          value,
          label: lifetimeText(say, days),
        })),
      },
      {
        name: 'colourScheme',
        label: sayUi('colours'),
        kind: 'select',
        required: true,
        half: true,
        options: colourSchemes.map((value) => ({ value, label: sayUi(value) })),
      },
      {
        name: 'density',
        label: say('size'),
        kind: 'select',
        required: true,
        half: true,
        options: densities.map((value) => ({ value, label: say(value) })),
      },
    ],
    problem: firstMissing,
    send: async ({ label = '', clientId = '', expiresAt = '', colourScheme, density }) => {
      const days = Number(expiresAt)
      const { address } = await call(addKioskLink, {
        body: {
          label,
          colourScheme: colourSchemes.find((each) => each === colourScheme) ?? 'dark',
          density: densities.find((each) => each === density) ?? 'comfortable',
          clientId: picks ? Number(clientId) : (person.clientId ?? 0),
          expiresAt: days > 0 ? new Date(serverNow() + days * 86_400_000).toISOString() : null,
        },
      })
      refresh()
      show({ what: 'made', address: window.location.origin + address, label: label.trim() })
      return textsOf('wall')('linkAdded')
    },
  })
  const statusOf = (link: KioskLinkRow) => say(linkStatus(link, minute * 60_000))
  const makerOf = ({ createdBy, makerDeleted }: KioskLinkRow) =>
    makerDeleted ? say('makerDeleted', { name: createdBy }) : createdBy
  const noDelete = () => ({ edit: false, remove: false })
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
          dateColumn(say('lastSeen'), ({ lastSeenAt }) => lastSeenAt, say('never')),
          dateColumn(say('ends'), ({ expiresAt }) => expiresAt, say('whenRevoked')),
          {
            title: say('status'),
            text: statusOf,
            cell: (link) => <span className={table.tag}>{statusOf(link)}</span>,
          },
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
      {open?.what === 'made' && (
        <KioskLinkMade {...{ opened }} address={open.address} label={open.label} onClose={close} />
      )}
      {open?.what === 'revoke' && (
        <RevokeModal
          key={open.link.id}
          {...{ opened }}
          link={open.link}
          done={refresh}
          onClose={close}
        />
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
