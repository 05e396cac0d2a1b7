import { Button } from '@mantine/core'
import {
  type NotificationChoice,
  notifications,
  setNotifications,
  testNotification,
} from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallFailed, call, failureText } from '../api/call.ts'
import { IconButton } from '../crud/IconButton.tsx'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { IconDeviceDesktop, IconTrash } from '../icons/furtherIcons.ts'
import { useShownZone } from '../time/zone.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Loadable } from '../ui/Loadable.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Switch } from '../ui/Switch.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { AccountRow } from './AccountRow.tsx'
import styles from './NotificationsPanel.module.css'
import { addThisBrowser, pushObstacle } from './pushHere.ts'

const notificationsQuery = queryOptions({
  queryKey: ['account', 'notifications'],
  queryFn: ({ signal }) => call(notifications, {}, signal),
})
type Notifications = z.output<typeof notifications.answer>

const usualQuiet = { from: '22:00', to: '06:00' }

/** How one is informed of alerts: channels, quiet hours, and the browsers that get messages. */
export function NotificationsPanel() {
  const say = useTexts('notifications')
  const sayAccount = useTexts('account')
  const query = useQuery(notificationsQuery)
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: notificationsQuery.queryKey })
  const testing = useMutation({
    mutationFn: () => call(testNotification, {}),
    onSuccess: ({ channels }) => {
      const words = textsOf('notifications')
      const names = channels.map((channel) => words(channel)).join(', ')
      showToast(
        channels.length === 0 ? words('testNowhere') : words('testSent', { channels: names }),
        channels.length === 0,
      )
      return refresh()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <Panel
      id="notifications"
      title={say('notifications')}
      sub={say('hint')}
      actions={
        <BusyButton
          quiet
          busy={testing.isPending ? say('testing') : null}
          onClick={() => testing.mutate()}
        >
          {say('test')}
        </BusyButton>
      }
    >
      <Loadable
        query={query}
        emptyText={sayAccount('notAvailable')}
        isEmpty={() => false}
        saysLoading
      >
        {(stored) => <Choices stored={stored} refresh={refresh} />}
      </Loadable>
    </Panel>
  )
}

function Choices({ stored, refresh }: { stored: Notifications; refresh: () => Promise<unknown> }) {
  const say = useTexts('notifications')
  const zone = useShownZone()
  const { mail, push, quiet, mailAddress, mailWorks, mailIsKept, pushWorks, pushKey, devices } =
    stored
  const saving = useMutation({
    mutationFn: (change: Partial<NotificationChoice> & { removeDevices?: number[] }) =>
      call(setNotifications, {
        body: { mail, push, quiet, zone: stored.zone, ...change },
      }),
    onSuccess: () => {
      showToast(textsOf('notifications')('saved'))
      return refresh()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  return (
    <>
      <AccountRow
        title={say('mail')}
        actions={
          <Switch
            label={say('onOf', { what: say('mail') })}
            on={mail}
            disabled={saving.isPending}
            change={(on) => saving.mutate({ mail: on })}
          />
        }
      >
        {!mailWorks
          ? say('mailOff')
          : mailIsKept
            ? say('mailIsKept')
            : mailAddress === null
              ? say('noMail')
              : say('mailTo', { address: mailAddress })}
      </AccountRow>
      <AccountRow
        title={say('push')}
        actions={
          <Switch
            label={say('onOf', { what: say('push') })}
            on={push}
            disabled={saving.isPending}
            change={(on) => saving.mutate({ push: on })}
          />
        }
      >
        {say(pushWorks ? 'pushHint' : 'pushOff')}
      </AccountRow>
      <AccountRow
        title={say('quiet')}
        actions={
          <Switch
            label={say('onOf', { what: say('quiet') })}
            on={quiet !== null}
            disabled={saving.isPending}
            change={(on) => saving.mutate({ quiet: on ? usualQuiet : null, zone })}
          />
        }
      >
        {quiet === null
          ? say('quietOff')
          : `${say('quietLine', quiet)}. ${say('zone', { zone: stored.zone })}`}
      </AccountRow>
      {quiet && (
        <div className={styles.quiet}>
          <TimeField
            label={say('quietFrom')}
            value={quiet.from}
            change={(from) => from && saving.mutate({ quiet: { ...quiet, from } })}
          />
          <span aria-hidden="true">–</span>
          <TimeField
            label={say('quietTo')}
            value={quiet.to}
            change={(to) => to && saving.mutate({ quiet: { ...quiet, to } })}
          />
        </div>
      )}
      <AccountRow
        title={say('devices')}
        actions={<AddBrowser pushKey={pushKey} refresh={refresh} />}
      >
        {devices.length === 0 ? say('noDevices') : null}
      </AccountRow>
      {devices.map(({ id, name, addedAt, lastSentAt }) => (
        <AccountRow
          key={id}
          icon={<IconDeviceDesktop size={20} />}
          title={name || say('unnamed')}
          actions={
            <IconButton
              label={say('removeNamed', { name: name || say('unnamed') })}
              icon={IconTrash}
              disabled={saving.isPending}
              onClick={() => saving.mutate({ removeDevices: [id] })}
            />
          }
        >
          {say('deviceLine', {
            added: formatDateTime(addedAt, zone),
            sent: lastSentAt ? formatDateTime(lastSentAt, zone) : say('never'),
          })}
        </AccountRow>
      ))}
    </>
  )
}

/** Adds the browser that shows this page, or says why it cannot receive messages. */
function AddBrowser({ pushKey, refresh }: { pushKey: string; refresh: () => Promise<unknown> }) {
  const say = useTexts('notifications')
  const obstacle = pushObstacle()
  const adding = useMutation({
    mutationFn: () => addThisBrowser(pushKey),
    onSuccess: (came) => {
      const words = textsOf('notifications')
      showToast(words(came), came !== 'added')
      return refresh()
    },
    // A refusal of the server has its own words; one of the browser says what it could not reach.
    onError: (error) =>
      showToast(
        error instanceof CallFailed ? failureText(error) : textsOf('notifications')('failed'),
        true,
      ),
  })
  if (obstacle !== null) return <small className={styles.obstacle}>{say(obstacle)}</small>
  return (
    <Button variant="default" size="xs" loading={adding.isPending} onClick={() => adding.mutate()}>
      {say('addThis')}
    </Button>
  )
}
