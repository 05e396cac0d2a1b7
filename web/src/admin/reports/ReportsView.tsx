import { Button } from '@mantine/core'
import {
  type ReportMail,
  type ReportsAnswer,
  type ReportWire,
  reports as reportsCall,
  type SentReports,
  sendReport,
  sentReports,
  setReports,
} from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { useMachines } from '../../clients/clientQueries.ts'
import { CrudTable } from '../../crud/CrudTable.tsx'
import { IconButton } from '../../crud/IconButton.tsx'
import { OneClient } from '../../crud/OneClient.tsx'
import { currentLanguage } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconEye } from '../../icons/icons.ts'
import { differenceText } from '../../shiftPage/Stories.tsx'
import { newKey } from '../../stops/labels.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import { roleName } from '../alerts/ruleWords.ts'
import styles from './ReportsView.module.css'
import { addClientAddress, type ReportRow, reportForm } from './reportForm.ts'

const reportsQuery = (clientId: number) =>
  queryOptions({
    queryKey: ['reports', clientId],
    queryFn: ({ signal }) => call(reportsCall, { params: { clientId } }, signal),
  })

/** Reports of a client by mail: what is sent when a shift, a day or a week is over, and to whom. */
export function ReportsView() {
  const say = useTexts('reports')
  return <OneClient before={say('of')}>{(clientId) => <Reports clientId={clientId} />}</OneClient>
}

function Reports({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(reportsQuery(clientId))
  return (
    <Loadable
      query={{ ...query, isError: query.isError && query.data === undefined }}
      emptyText={panel('notAvailable')}
      isEmpty={() => false}
      saysLoading
    >
      {(stored) => <ReportsTable {...{ clientId, stored }} />}
    </Loadable>
  )
}

function ReportsTable({ clientId, stored }: { clientId: number; stored: ReportsAnswer }) {
  const say = useTexts('reports')
  const sayRules = useTexts('alertRules')
  const queries = useQueryClient()
  const machines = useMachines(clientId)
  const shown = useOpening<ReportRow>()
  const query = reportsQuery(clientId)
  const refresh = () => queries.invalidateQueries({ queryKey: query.queryKey })
  const save = async (reports: readonly (ReportWire & { readonly id: string })[]) => {
    const { version } = queries.getQueryData(query.queryKey) ?? stored
    const body = { version, reports: reports.map(onWire) }
    await call(setReports, { params: { clientId }, body }).finally(refresh)
  }
  const sending = useMutation({
    mutationFn: ({ id }: ReportRow) =>
      call(sendReport, { params: { clientId, id }, body: { to: 'me' as const } }),
    onSuccess: () => showToast(say('sentToMe')),
    onError: (error) => showToast(failureText(error), true),
  })
  async function addAddress(address: string) {
    await addClientAddress(clientId, address)
    const fresh = await queries.fetchQuery({ ...query, staleTime: 0 })
    const found = fresh.recipients.mails.find(
      (one) => one.address.toLowerCase() === address.toLowerCase(),
    )
    return { channel: 'mail' as const, to: found?.id ?? 0 }
  }
  const list = machines.data?.machines ?? []
  const place = {
    lines: [...new Set(list.map(({ lineName }) => lineName).filter((line) => line !== ''))],
    machines: list.map(({ machineId }) => machineId),
  }
  return (
    <>
      <CrudTable
        title={say('title')}
        noun={say('aReport')}
        query={{ isPending: false, isError: false, data: stored.reports, refetch: refresh }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        hint={say('hint')}
        columns={[
          { key: 'name', title: say('name'), wide: true, text: ({ name }) => name },
          {
            ...{ key: 'kind', title: say('kind') },
            text: ({ kind, enabled }) => (enabled ? say(`kind.${kind}`) : say('off')),
          },
          {
            ...{ key: 'to', title: say('to'), wide: true },
            text: ({ to }) => say('recipients', { count: to.length }),
            cell: (row) => <Recipients row={row} />,
          },
        ]}
        form={(row) =>
          reportForm(stored, row, {
            place,
            language: currentLanguage().language,
            roleName: (id) => roleName(id, sayRules),
            addAddress,
            save: (report) => {
              const id = row?.id ?? newKey()
              const others = stored.reports
              const next = row
                ? others.map((one) => (one.id === id ? { ...report, id } : one))
                : [...others, { ...report, id }]
              return save(next)
            },
          })
        }
        removal={{
          consequence: ({ name }) => say('gone', { name }),
          send: ({ id }) => save(stored.reports.filter((one) => one.id !== id)),
          done: say('deleted'),
          failed: say('kept'),
        }}
        moreActions={(row) => (
          <>
            <Button
              variant="subtle"
              size="xs"
              loading={sending.isPending && sending.variables?.id === row.id}
              onClick={() => sending.mutate(row)}
            >
              {say('sendMe')}
            </Button>
            <IconButton
              label={say('sentOf', { name: row.name })}
              icon={IconEye}
              onClick={() => shown.open(row)}
            />
          </>
        )}
      />
      {shown.about && (
        <SentDialog
          key={shown.about.id}
          clientId={clientId}
          report={shown.about}
          {...shown.dialog}
        />
      )}
    </>
  )
}

/** What the server adds to a report stays with it. */
const onWire = ({
  id,
  name,
  enabled,
  kind,
  machines,
  language,
  files,
  to,
}: ReportWire & { readonly id: string }) => ({
  ...{ id, name, enabled, kind, machines, language, files, to },
})

/** How many there are, and whom of them it does not reach. */
function Recipients({ row }: { row: ReportRow }) {
  const say = useTexts('reports')
  return (
    <span>
      {say('recipients', { count: row.to.length })}
      {row.machineCount === 0 && <small className={styles.more}>{say('noMachine')}</small>}
      {row.unreached.map(({ channel, to, name, why }) => (
        <small key={`${channel} ${to}`} className={styles.more}>
          {say(`why.${why}`, { name: name === '' ? say('formerUser') : name })}
        </small>
      ))}
    </span>
  )
}

const dialogWidth = 760

/** What a report sent, with what became of each message; one of them as it was sent, with what moved since; and how the next one would look. */
function SentDialog({
  clientId,
  report,
  ...dialog
}: { clientId: number; report: ReportRow } & DialogProps) {
  const say = useTexts('reports')
  const [shown, setShown] = useState<number | 'preview'>()
  const { id, name } = report
  const params = { clientId, id }
  const sent = useQuery({
    queryKey: ['reports', clientId, 'sent', id],
    queryFn: ({ signal }) => call(sentReports, { params, query: {} }, signal),
  })
  return (
    <Dialog title={say('sentOf', { name })} width={dialogWidth} {...dialog}>
      {shown === undefined ? (
        <>
          <Button variant="default" onClick={() => setShown('preview')}>
            {say('preview')}
          </Button>
          <Loadable
            query={sent}
            isEmpty={(answer) => answer.sent.length === 0}
            emptyText={say('nothingSent')}
            saysLoading
          >
            {(answer) => <SentList sent={answer.sent} show={setShown} />}
          </Loadable>
        </>
      ) : (
        <>
          <Button variant="default" onClick={() => setShown(undefined)}>
            {say('back')}
          </Button>
          <Shown {...{ params, shown }} />
        </>
      )}
    </Dialog>
  )
}

function SentList({ sent, show }: { sent: SentReports['sent']; show: (id: number) => void }) {
  const say = useTexts('reports')
  return (
    <ul className={styles.sent}>
      {sent.map((one) => (
        <li key={one.id}>
          <Button variant="subtle" size="compact-sm" onClick={() => show(one.id)}>
            {one.subject}
          </Button>
          <small className={styles.more}>
            <DateTime at={one.fixedAt} /> {one.isCorrection && say('correction')}
            {one.isTest && say('byHand')}
          </small>
          {one.deliveries.map(({ name, state, why }) => (
            <small key={name} className={styles.more}>
              {say(`state.${why === 'refused' ? 'refused' : state}`, { name })}
            </small>
          ))}
        </li>
      ))}
    </ul>
  )
}

function Shown({
  params,
  shown,
}: {
  params: { readonly clientId: number; readonly id: string }
  shown: number | 'preview'
}) {
  const say = useTexts('reports')
  const zone = useShownZone()
  const query = useQuery({
    queryKey: ['reports', params.clientId, 'shown', params.id, shown],
    queryFn: async ({ signal }) => {
      if (shown !== 'preview') {
        return (await call(sentReports, { params, query: { shown } }, signal)).shown
      }
      const body = { to: 'preview' as const }
      const { preview } = await call(sendReport, { params, body }, signal)
      return preview && { ...preview, moved: [] }
    },
    staleTime: 0,
  })
  return (
    <Loadable query={query} isEmpty={(answer) => answer === null} saysLoading>
      {(answer) =>
        answer && (
          <>
            {answer.moved.length > 0 && (
              <p>{say('movedSince', { at: formatDateTime(new Date(), zone) })}</p>
            )}
            {answer.moved.map(({ figure, fixed, now }) => (
              <p key={figure}>
                {say(`figure.${figure}`)}: {differenceText(figure, fixed)} →{' '}
                {differenceText(figure, now)}
              </p>
            ))}
            <MailFrame mail={answer} />
          </>
        )
      }
    </Loadable>
  )
}

/** A mail as a mail program shows it: without script, and without a link that leaves this page. */
function MailFrame({ mail }: { mail: ReportMail }) {
  return <iframe className={styles.frame} title={mail.subject} sandbox="" srcDoc={mail.html} />
}
