import { Button } from '@mantine/core'
import { reportLink, useReportLink as useLinkCall } from '@packboard/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import styles from '../alerts/AlertScreen.module.css'
import { call, failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BrandMark } from '../shell/Brand.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['reportLink', token],
    queryFn: ({ signal }) => call(reportLink, { params: { token } }, signal),
    retry: false,
  })

/** The link in a report: opening it changes nothing, a press stops the report for its recipient, and another one wants it again. */
export function ReportLinkScreen() {
  const { token } = useParams({ from: '/report/$token' })
  const say = useTexts('reports')
  usePageTitle(say('linkTitle'))
  const query = useQuery(linkQuery(token))
  const { data } = query
  const pressing = useMutation({
    mutationFn: (what: 'confirm' | 'stop') =>
      call(useLinkCall, { params: { token }, body: { do: what } }),
    onSuccess: () => query.refetch(),
  })
  const problem = query.error ?? pressing.error
  const names = data && {
    ...{ recipient: data.recipient, name: data.reportName, client: data.clientName },
  }
  return (
    <>
      <header className={styles.bar}>
        <b>
          <BrandMark size={24} />
          Packboard
        </b>
      </header>
      <main id="main" className={styles.public} tabIndex={-1}>
        <div className={styles.page}>
          <h1>{say('linkTitle')}</h1>
          {problem && <ErrorNote>{failureText(problem)}</ErrorNote>}
          {names && (
            <>
              <p role="status">{say(data.isStopped ? 'linkStopped' : 'linkLead', names)}</p>
              <div>
                <Button
                  loading={pressing.isPending}
                  onClick={() => pressing.mutate(data.isStopped ? 'confirm' : 'stop')}
                >
                  {say(data.isStopped ? 'linkAgain' : 'linkStop')}
                </Button>
              </div>
            </>
          )}
        </div>
      </main>
    </>
  )
}
