import { Button } from '@mantine/core'
import { type QuarantinedRecord, quarantineFile, quarantineFileRecords } from '@packboard/contract'
import { formatDateTime, noFigure } from '@packboard/model'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callForFile, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { saveFile } from '../../export/saveFile.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconDownload } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { usePageSize } from '../../ui/usePageSize.ts'
import styles from './QuarantineView.module.css'
import { quarantineQueries } from './quarantineQueries.ts'
import { reasonWord, sourceWord } from './quarantineWords.ts'
import { RecordModal } from './RecordModal.tsx'
import { SendAgainButton } from './SendAgainButton.tsx'
import { SentAgainNote } from './SentAgainNote.tsx'
import { useSendAgain } from './useSendAgain.ts'

/** The records of a client that could not be accepted, and the file by which they are sent again (D10). */
export function QuarantineList({ clientId }: { clientId: number }) {
  const say = useTexts('quarantine')
  const zone = useShownZone()
  const [page, setPage] = useState(1)
  const [pageSize, setPageSize] = usePageSize()
  const [shown, show] = useState<QuarantinedRecord | null>(null)
  const [opened, setOpened] = useState(false)
  const query = useQuery(quarantineQueries.aside(clientId, page, pageSize))
  const taking = useMutation({
    mutationFn: () => callForFile(quarantineFile, { params: { clientId }, query: {} }),
    onSuccess: ({ name, content }) => saveFile(name ?? 'kept-aside.ndjson', content),
  })
  const sending = useSendAgain(clientId, {})
  const count = query.isError ? 0 : (query.data?.count ?? 0)
  return (
    <Panel
      title={say('quarantinedRecords')}
      className={`${table.table} ${table.twoLines}`}
      actions={
        count > 0 && (
          <>
            <SendAgainButton {...{ sending }} small />
            <Button
              variant="default"
              size="xs"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
              disabled={taking.isPending}
              onClick={() => taking.mutate()}
            >
              {say(taking.isPending ? 'downloading' : 'download')}
            </Button>
          </>
        )
      }
    >
      {count > 0 && (
        <p className={styles.what}>
          {say('whatToDo')}
          {count > quarantineFileRecords &&
            ` ${say('newestOf', { count: formatCount(quarantineFileRecords) })}`}
        </p>
      )}
      {(sending.data || sending.isError) && (
        <div className={styles.note}>
          <SentAgainNote {...{ sending }} />
        </div>
      )}
      {taking.isError && (
        <div className={styles.note}>
          <ErrorNote>{failureText(taking.error)}</ErrorNote>
        </div>
      )}
      <DataTable
        label={say('quarantinedRecords')}
        query={query}
        rows={({ records }) => records}
        rowKey={(_, index) => `${page} ${index}`}
        emptyText={query.isError ? undefined : say('nothing')}
        hint={say('nothingHint')}
        saysLoading
        skeletonRows={4}
        open={{
          name: ({ serialNo, receivedAt }) =>
            say('openRecord', {
              serialNo: serialNo || noFigure,
              at: formatDateTime(receivedAt, zone),
            }),
          go: (record) => {
            show(record)
            setOpened(true)
          },
        }}
        columns={[
          { title: say('received'), cell: ({ receivedAt }) => <DateTime at={receivedAt} /> },
          {
            title: say('serialNo'),
            cell: ({ serialNo }) => <span className={styles.serial}>{serialNo || nothing}</span>,
          },
          {
            title: say('reason'),
            cell: ({ reason }) => <span className={table.tag}>{reasonWord(say, reason)}</span>,
          },
          { title: say('detail'), cell: ({ detail }) => detail || nothing, wide: true },
          { title: say('source'), cell: ({ source }) => sourceWord(say, source), spare: true },
        ]}
      />
      {count > 0 && (
        <Pager
          {...{ page, pageSize, count }}
          change={setPage}
          changeSize={(size) => {
            setPageSize(size)
            setPage(1)
          }}
        />
      )}
      {shown && (
        <RecordModal
          key={shown.id}
          {...{ opened, clientId }}
          record={shown}
          onClose={() => setOpened(false)}
        />
      )}
    </Panel>
  )
}

const nothing = <span data-nothing>{noFigure}</span>
