import { Button } from '@mantine/core'
import { type ReportMail, type SentReports, sendReport, sentReports } from '@packboard/contract'
import { formatDateTime } from '@packboard/model'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { differenceText } from '../../shiftPage/Stories.tsx'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import styles from './ReportsView.module.css'
import type { ReportRow } from './reportForm.ts'

const dialogWidth = 760

/** What a report sent, with what became of each message; one of them as it was sent, with what moved since; and how the next one would look. */
export function SentDialog({
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
