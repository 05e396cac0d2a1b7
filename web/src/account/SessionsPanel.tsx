import { Button } from '@mantine/core'
import {
  endOtherSessions,
  endOwnSession,
  type OwnSessionRow,
  type ownSessions,
} from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call, failureText } from '../api/call.ts'
import { type Say, textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '../icons/furtherIcons.ts'
import { useShownZone } from '../time/zone.ts'
import { Loadable, type Waiting } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { AccountRow } from './AccountRow.tsx'
import styles from './SessionsPanel.module.css'

const icons = {
  computer: IconDeviceDesktop,
  phone: IconDeviceMobile,
  tablet: IconDeviceTablet,
} as const

/** Where the person is signed in, and how to end it there. */
export function SessionsPanel({ query }: { query: Waiting<z.output<typeof ownSessions.answer>> }) {
  const say = useTexts('account')
  const queries = useQueryClient()
  const zone = useShownZone()
  const ended = (text: string) => {
    showToast(text)
    return queries.invalidateQueries({ queryKey: ['account', 'sessions'] })
  }
  const failed = (error: Error) => showToast(failureText(error), true)
  const ending = useMutation({
    mutationFn: (id: number) => call(endOwnSession, { params: { id } }),
    onSuccess: () => ended(textsOf('account')('sessionEnded')),
    onError: failed,
  })
  const endingOthers = useMutation({
    mutationFn: () => call(endOtherSessions, {}),
    onSuccess: ({ ended: count }) => ended(textsOf('account')('sessionsEnded', { count })),
    onError: failed,
  })
  const others = query.data?.sessions.filter(({ current }) => !current) ?? []
  return (
    <Panel
      id="sessions"
      title={say('sessions')}
      actions={
        others.length > 0 && (
          <Button
            variant="default"
            size="xs"
            loading={endingOthers.isPending}
            onClick={() => endingOthers.mutate()}
          >
            {say('endOthers')}
          </Button>
        )
      }
    >
      <Loadable
        query={query}
        emptyText={say('notAvailable')}
        isEmpty={({ sessions }) => sessions.length === 0}
        saysLoading
      >
        {({ sessions }) =>
          sessions.map((session) => {
            const Icon = icons[session.device]
            const name = nameOf(say, session)
            return (
              <AccountRow
                key={session.id}
                icon={<Icon size={20} />}
                title={name}
                actions={
                  session.current ? (
                    <span className={styles.this}>{say('thisOne')}</span>
                  ) : (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={say('endNamed', { name })}
                      disabled={ending.isPending}
                      onClick={() => ending.mutate(session.id)}
                    >
                      {say('end')}
                    </Button>
                  )
                }
              >
                {say('sessionOf', {
                  way: say(`way.${session.way}`),
                  network: placeOf(session),
                  used: formatDateTime(session.lastSeenAt, zone),
                })}
              </AccountRow>
            )
          })
        }
      </Loadable>
      <p className={styles.hint}>{say('sessionsHint')}</p>
    </Panel>
  )
}

/** `Firefox on Linux` */
function nameOf(say: Say<'account'>, { browser, system, device }: OwnSessionRow): string {
  if (browser !== null && system !== null) return say('browserOn', { browser, system })
  return browser ?? system ?? say(`device.${device}`)
}

/** The address, and the network that it is of where that is not the same. */
const placeOf = ({ address, network }: OwnSessionRow) =>
  address === network ? address : `${address} (${network})`
