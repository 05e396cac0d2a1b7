import { Button } from '@mantine/core'
import {
  acceptDamage,
  type InstallationWarning,
  warnings as warningCall,
} from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { useLocale } from '../../i18n/useLocale.ts'
import { useSize } from '../../i18n/useSize.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { usePerson } from '../../session/useSession.ts'
import { useShownZone } from '../../time/zone.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import styles from './InstallationWarnings.module.css'

const texts = { 'disk.low': 'diskLow', 'disk.full': 'diskFull' } as const

const warnings = queryOptions({
  queryKey: ['panel', 'warnings'],
  queryFn: async ({ signal }) => (await call(warningCall, {}, signal)).warnings,
  refetchInterval: 60_000,
})

/** What an admin has to do soon, above everything else on the panel. */
export function InstallationWarnings() {
  const say = useTexts('panel')
  const { manageInstallation } = usePerson().permissions
  const { data = [] } = useQuery({ ...warnings, enabled: manageInstallation })
  return (
    <div className={styles.warnings}>
      {data.map((warning) =>
        warning.code === 'records.damaged' ? (
          <Damage key={`${warning.table} ${warning.month}`} {...warning} />
        ) : warning.code === 'proxy.untrusted' ? (
          <ErrorNote key={warning.code}>{say('proxyUntrusted')}</ErrorNote>
        ) : warning.code === 'plain.onNetwork' ? (
          <ErrorNote key={warning.code}>{say('plainOnNetwork')}</ErrorNote>
        ) : warning.code === 'certificate.unusable' ? (
          <ErrorNote key={warning.code}>{say('certificateUnusable')}</ErrorNote>
        ) : warning.code === 'externalBroker.lost' ? (
          <ExternalBrokerLost key={warning.code} {...warning} />
        ) : warning.code === 'limits.near' ? (
          <NearLimits key={warning.code} {...warning} />
        ) : warning.code === 'devices.slowed' ? (
          <SlowedDevices key={warning.code} {...warning} />
        ) : warning.code === 'devices.crowded' ? (
          <ErrorNote key={warning.code}>
            {say('devicesCrowded', { devices: warning.devices })}
          </ErrorNote>
        ) : warning.code === 'cells.notHeld' ? (
          <ErrorNote key={warning.code}>
            {say('cellsNotHeld', { clients: warning.clients })}
          </ErrorNote>
        ) : warning.code === 'clock.off' ? (
          <ErrorNote key={warning.code}>
            {say('clockOff', {
              processes: warning.processes,
              seconds: formatDecimals(warning.seconds, 1),
            })}
          </ErrorNote>
        ) : warning.code === 'backup.overdue' ? (
          <BackupOverdue key={warning.code} {...warning} />
        ) : warning.code === 'data.updating' ? (
          <p key={warning.code} className={styles.updating} role="status">
            {say('dataUpdating', {
              months: warning.months,
              hours: formatCount(warning.hours),
            })}
          </p>
        ) : warning.code === 'months.notJoined' ? (
          <ErrorNote key={warning.code}>
            {say('monthsNotJoined', { months: warning.months })}
          </ErrorNote>
        ) : warning.code === 'mail.failing' ? (
          <MailFailing key={warning.code} {...warning} />
        ) : warning.code === 'alerts.behind' ? (
          <ErrorNote key={warning.code}>
            {say('alertsBehind', { seconds: warning.seconds })}
          </ErrorNote>
        ) : (
          <DiskWarning key={warning.code} {...warning} />
        ),
      )}
    </div>
  )
}

type Of<Code> = Extract<InstallationWarning, { code: Code }>

function NearLimits({ devices, machines }: Of<'limits.near'>) {
  const say = useTexts('panel')
  return (
    <ErrorNote>
      {say('limitsNear', { devices, machines })}{' '}
      <Link className={styles.link ?? ''} to="/admin/panel" search={{ view: 'limits' }}>
        {say('openLimits')}
      </Link>
    </ErrorNote>
  )
}

function ExternalBrokerLost({ address, since, reason }: Of<'externalBroker.lost'>) {
  const say = useTexts('panel')
  const zone = useShownZone()
  return (
    <ErrorNote>
      <KeepDates>
        {say('externalBrokerLost', { address, since: formatDateTime(since, zone), reason })}
      </KeepDates>
    </ErrorNote>
  )
}

function MailFailing({ since, waiting }: Of<'mail.failing'>) {
  const say = useTexts('panel')
  const zone = useShownZone()
  return (
    <ErrorNote>
      <KeepDates>{say('mailFailing', { since: formatDateTime(since, zone), waiting })}</KeepDates>
    </ErrorNote>
  )
}

function BackupOverdue({ last }: Of<'backup.overdue'>) {
  const say = useTexts('panel')
  const zone = useShownZone()
  return (
    <ErrorNote>
      <KeepDates>
        {last === null
          ? say('backupNever')
          : say('backupOverdue', { last: formatDateTime(last, zone) })}
      </KeepDates>{' '}
      <Link className={styles.link ?? ''} to="/admin/panel" search={{ view: 'backups' }}>
        {say('openBackups')}
      </Link>
    </ErrorNote>
  )
}

function SlowedDevices({ devices }: Of<'devices.slowed'>) {
  const say = useTexts('panel')
  return (
    <ErrorNote>
      {say('devicesSlowed', { devices })}{' '}
      <Link className={styles.link ?? ''} to="/admin/panel" search={{ view: 'quarantine' }}>
        {say('openReceived')}
      </Link>
    </ErrorNote>
  )
}

function DiskWarning({ code, freeBytes, totalBytes }: Of<'disk.low' | 'disk.full'>) {
  const say = useTexts('panel')
  const size = useSize()
  return (
    <ErrorNote>{say(texts[code], { free: size(freeBytes), total: size(totalBytes) })}</ErrorNote>
  )
}

/** What is lost, and the way to go on without it (D69): the second click does it. */
function Damage({ table, month, rows }: Of<'records.damaged'>) {
  const say = useTexts('panel')
  const locale = useLocale()
  const client = useQueryClient()
  const [sure, setSure] = useState(false)
  const accept = useMutation({
    mutationFn: () => call(acceptDamage, { body: { month } }),
    onSettled: () => client.invalidateQueries({ queryKey: warnings.queryKey }),
  })
  const name = month
    ? new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
        new Date(`${month}-01T00:00:00Z`),
      )
    : '–'
  return (
    <ErrorNote>
      {rows
        ? say('recordsDamaged', { rows: formatCount(rows), month: name, table })
        : say('someRecordsDamaged', { month: name, table })}{' '}
      <Button
        variant="default"
        size="xs"
        loading={accept.isPending}
        onClick={() => (sure ? accept.mutate() : setSure(true))}
      >
        {say(sure ? 'goOnWithoutSure' : 'goOnWithout')}
      </Button>
      {accept.isError && <b> {failureText(accept.error)}</b>}
    </ErrorNote>
  )
}
