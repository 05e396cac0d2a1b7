import {
  connectionFound,
  distrustCertificate,
  type MachineConnectionWire,
  type OpcUaFoundWire,
  trustCertificate,
} from '@packboard/contract'
import { formatClock, formatDateTime } from '@packboard/model'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call, failureText } from '../../api/call.ts'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useShownZone } from '../../time/zone.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './ConnectionView.module.css'
import { connectionQueries } from './connectionForm.ts'

/** What was found at the OPC UA server of a machine, and what to do where it is not read. */
export function FoundPanel({
  machineId,
  stored,
}: {
  machineId: number
  stored: MachineConnectionWire
}) {
  const say = useTexts('opcUa')
  const queries = useQueryClient()
  const isStored = stored.door === 'opcua'
  const query = useQuery({ ...connectionQueries.found(machineId), enabled: isStored })
  const trying = useMutation({
    mutationFn: () => call(connectionFound, { params: { id: machineId }, query: { again: 'yes' } }),
    onSuccess: (answer) =>
      queries.setQueryData(connectionQueries.found(machineId).queryKey, answer),
    onError: (error) => showToast(failureText(error), true),
  })
  if (!isStored) {
    return (
      <Panel title={say('found')} className={styles.step}>
        <div className={styles.body}>
          <p className={styles.note}>{say('saveFirst')}</p>
        </div>
      </Panel>
    )
  }
  return (
    <Panel
      title={say('found')}
      className={styles.step}
      actions={
        <BusyButton
          quiet
          busy={trying.isPending ? say('trying') : null}
          onClick={() => trying.mutate()}
        >
          {say('tryAgain')}
        </BusyButton>
      }
    >
      <div className={styles.body}>
        <p className={styles.note}>{say('noToken')}</p>
        <Loadable query={query} isEmpty={() => false} saysLoading>
          {({ found }: { found: OpcUaFoundWire | null }) =>
            found === null ? (
              <p className={styles.note}>{say('nothing')}</p>
            ) : (
              <Found found={found} />
            )
          }
        </Loadable>
        <Certificate
          machineId={machineId}
          shown={query.data?.found?.certificate ?? null}
          trusted={stored.opcUa?.trusted ?? null}
        />
      </div>
    </Panel>
  )
}

type Shown = OpcUaFoundWire['certificate']
type Trusted = NonNullable<MachineConnectionWire['opcUa']>['trusted']

/** The certificate of the server: a person trusts the one that it shows, or no longer trusts the one that was trusted. */
function Certificate({
  machineId,
  shown,
  trusted,
}: {
  machineId: number
  shown: Shown
  trusted: Trusted
}) {
  const say = useTexts('opcUa')
  const zone = useShownZone()
  const queries = useQueryClient()
  const { queryKey } = connectionQueries.of(machineId)
  const changed = {
    // What was found is queried with it: the server is connected to again.
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: (error: Error) => showToast(failureText(error), true),
  }
  const params = { id: machineId }
  const trusting = useMutation({
    mutationFn: (fingerprint: string) => call(trustCertificate, { params, body: { fingerprint } }),
    ...changed,
  })
  const ending = useMutation({
    mutationFn: () => call(distrustCertificate, { params }),
    ...changed,
  })
  // What was found may be a second older than what is stored.
  const isNew =
    shown !== null && shown.trusted !== 'file' && shown.fingerprint !== trusted?.fingerprint
  const certificate = isNew ? shown : (trusted ?? shown)
  if (certificate === null) return null
  const isFile = !isNew && trusted === null
  const [from, to] = [certificate.validFrom, certificate.validTo]
  return (
    <section className={styles.certificate} aria-label={say('certificate')}>
      <h3>{say('certificate')}</h3>
      <dl className={styles.facts}>
        <Fact name={say('certificate.subject')}>{certificate.subject}</Fact>
        <Fact name={say('certificate.valid')}>
          <KeepDates>
            {say('certificate.range', {
              from: formatDateTime(from, zone),
              to: formatDateTime(to, zone),
            })}
          </KeepDates>
        </Fact>
        <Fact name={say('certificate.fingerprint')}>
          <code>{certificate.fingerprint}</code>
        </Fact>
      </dl>
      <p className={styles.note}>
        {say(isNew ? (trusted ? 'trust.other' : 'trust.hint') : isFile ? 'trust.file' : 'trust.is')}
      </p>
      {isNew && (
        <BusyButton
          busy={trusting.isPending ? say('trust.saving') : null}
          onClick={() => trusting.mutate(certificate.fingerprint)}
        >
          {say('trust')}
        </BusyButton>
      )}
      {!isNew && !isFile && (
        <BusyButton
          quiet
          busy={ending.isPending ? say('trust.saving') : null}
          onClick={() => ending.mutate()}
        >
          {say('trust.end')}
        </BusyButton>
      )}
    </section>
  )
}

function Found({ found }: { found: OpcUaFoundWire }) {
  const say = useTexts('opcUa')
  const zone = useShownZone()
  const { status, since, retryAt, fault, server, security, machines, parts, alarms } = found
  const there = parts.filter(({ isThere }) => isThere).map(({ name }) => name)
  const missing = parts.filter(({ isThere }) => !isThere).map(({ name }) => name)
  return (
    <>
      <p role="status" className={styles.foundStatus} data-status={status}>
        <span aria-hidden="true" />
        <b>{say(`status.${status}`)}</b>
        <small>
          <KeepDates>{say('since', { since: formatDateTime(since, zone) })}</KeepDates>
          {retryAt && <> · {say('retryAt', { at: formatClock(retryAt, zone) })}</>}
        </small>
      </p>
      {fault && (
        <ErrorNote>
          {say(`fault.${fault.reason}`)}
          <small className={styles.detail}>{fault.detail}</small>
        </ErrorNote>
      )}
      <dl className={styles.facts}>
        {server !== null && <Fact name={say('server')}>{server}</Fact>}
        {security && (
          <Fact name={say('protection')}>
            {[...new Set([security.mode, security.policy])].join(' · ')}
          </Fact>
        )}
        {machines.length > 0 && (
          <Fact name={say('machines')}>
            {machines.map((machine) => (
              <span key={machine}>
                <code>#{machine}</code>
                {machine === found.machine && <> ({say('isRead')})</>}
              </span>
            ))}
          </Fact>
        )}
        {there.length > 0 && (
          <Fact name={say('parts')}>
            <code>{there.join(', ')}</code>
          </Fact>
        )}
        {missing.length > 0 && (
          <Fact name={say('missing')}>
            <code>{missing.join(', ')}</code>
          </Fact>
        )}
        {alarms && <Fact name={say('alarms')}>{say(`alarms.${alarms}`)}</Fact>}
        {found.clockAheadMs !== null && (
          <Fact name={say('clock')}>
            <ClockWords aheadMs={found.clockAheadMs} />
          </Fact>
        )}
      </dl>
    </>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function ClockWords({ aheadMs }: { aheadMs: number }) {
  const say = useTexts('opcUa')
  if (Math.abs(aheadMs) < 1_000) return say('clock.right')
  const seconds = formatDecimals(Math.abs(aheadMs) / 1_000, 0, 1)
  return say(aheadMs > 0 ? 'clock.ahead' : 'clock.behind', { seconds })
}
