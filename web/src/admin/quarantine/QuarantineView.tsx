import { Button } from '@mantine/core'
import {
  type QuarantinedRecord,
  quarantine,
  quarantineFile,
  quarantineFileRecords,
  type ReceivedOfMachine,
  receivedRecords,
} from '@packboard/contract'
import { formatDateTime, noFigure } from '@packboard/model'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, callForFile, failureText } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconCopy } from '../../icons/furtherIcons.ts'
import { IconCheck, IconDownload } from '../../icons/icons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { useShownZone } from '../../time/zone.ts'
import { DataTable } from '../../ui/DataTable.tsx'
import { Dialog, type DialogProps } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useDownload } from '../../ui/saveFile.ts'
import { useCopy } from '../../ui/useCopy.ts'
import { useOpening } from '../../ui/useOpening.ts'
import { usePageSize } from '../../ui/usePageSize.ts'
import styles from './QuarantineView.module.css'
import { clockText, reasonWord, sourceWord } from './quarantineWords.ts'
import { SendAgainButton, SentAgainNote, useSendAgain } from './SendAgain.tsx'

/** What became of the records of a client's machines: an admin chooses whose, a client's administrator has its own. */
export function QuarantineView() {
  const say = useTexts('quarantine')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => (
        <div className={styles.parts}>
          <ReceivedByMachine clientId={clientId} />
          <QuarantineList clientId={clientId} />
        </div>
      )}
    </OneClient>
  )
}

const counts = ['accepted', 'duplicate', 'late', 'backFill', 'conflicting', 'quarantined'] as const

/** Of each machine how many records were accepted, and how many were not and why; and how its clock goes (D9). */
function ReceivedByMachine({ clientId }: { clientId: number }) {
  const say = useTexts('quarantine')
  const query = useQuery(quarantineQueries.machines(clientId))
  return (
    <Panel title={say('title')} className={`${table.table} ${table.named} ${table.twoLines}`}>
      <p className={styles.what}>{say('what')}</p>
      <DataTable
        label={say('title')}
        query={query}
        rows={(machines) => machines}
        rowKey={({ serialNo }: ReceivedOfMachine) => serialNo}
        emptyText={say('noMachines')}
        hint={say('noMachinesHint')}
        saysLoading
        skeletonRows={4}
        columns={[
          { title: say('serialNo'), cell: ({ serialNo }) => serialNo },
          ...counts.map((name) => ({
            key: name,
            title: say(name),
            numeric: true,
            cell: (machine: ReceivedOfMachine) => <Count of={machine[name]} />,
          })),
          {
            title: say('clock'),
            numeric: true,
            cell: ({ clockSkewMs }) => clockText(say, clockSkewMs),
          },
        ]}
      />
    </Panel>
  )
}

/** Nothing stands back, so that what is there is found. */
function Count({ of }: { of: number }) {
  return <span className={of === 0 ? styles.zero : styles.some}>{formatCount(of)}</span>
}

/** The records of a client that could not be accepted, and the file by which they are sent again (D10). */
function QuarantineList({ clientId }: { clientId: number }) {
  const say = useTexts('quarantine')
  const zone = useShownZone()
  const [page, setPage] = useState(1)
  const [pageSize] = usePageSize()
  const opening = useOpening<QuarantinedRecord>()
  const query = useQuery(quarantineQueries.aside(clientId, page, pageSize))
  const taking = useDownload('kept-aside.ndjson', () =>
    callForFile(quarantineFile, { params: { clientId }, query: {} }),
  )
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
              leftSection={<IconDownload size={16} />}
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
          go: opening.open,
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
      {count > 0 && <Pager {...{ page, pageSize, count }} change={setPage} />}
      {opening.about && (
        <RecordModal
          key={opening.about.id}
          {...{ clientId }}
          record={opening.about}
          {...opening.dialog}
        />
      )}
    </Panel>
  )
}

const nothing = <span data-nothing>{noFigure}</span>

/** A quarantined record, as it arrived. */
function RecordModal({
  clientId,
  record,
  opened,
  onClose,
}: { clientId: number; record: QuarantinedRecord } & DialogProps) {
  const say = useTexts('quarantine')
  const sayMend = useTexts('connection')
  const { serialNo, receivedAt, reason, detail, source, raw, characters } = record
  const sending = useSendAgain(clientId, { ids: [record.id] })
  const text = useRef<HTMLPreElement>(null)
  const { copied, copy } = useCopy(raw, () => {
    if (text.current) window.getSelection()?.selectAllChildren(text.current)
  })
  const Icon = copied === 'yes' ? IconCheck : IconCopy
  const shown = [...raw].length
  return (
    <Dialog
      title={say('record')}
      side={serialNo}
      width={680}
      {...{ opened, onClose }}
      foot={
        <>
          {reason !== 'cut' && <SendAgainButton {...{ sending }} />}
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
          <Button leftSection={<Icon size={16} />} onClick={() => void copy()}>
            {say(copied === 'yes' ? 'copied' : 'copy')}
          </Button>
        </>
      }
    >
      <div className={styles.record}>
        <SentAgainNote {...{ sending }} />
        <dl className={styles.facts}>
          <div>
            <dt>{say('received')}</dt>
            <dd>
              <DateTime at={receivedAt} />
            </dd>
          </div>
          <div>
            <dt>{say('source')}</dt>
            <dd>{sourceWord(say, source)}</dd>
          </div>
          <div>
            <dt>{say('reason')}</dt>
            <dd>{reasonWord(say, reason)}</dd>
          </div>
          <div>
            <dt>{say('detail')}</dt>
            <dd>{detail || noFigure}</dd>
          </div>
        </dl>
        <div>
          <pre ref={text} className={styles.raw}>
            {raw}
          </pre>
          <p className={styles.about} role="status">
            {copied === 'byHand' && say('copyByHand')}
          </p>
        </div>
        {reason === 'cut' && <p className={styles.about}>{sayMend('mend.cut')}</p>}
        {shown < characters && (
          <p className={styles.about}>
            {say('beginning', { shown: formatCount(shown), count: formatCount(characters) })}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The counts of records received from a client's machines, and the quarantined records. */
const quarantineQueries = {
  machines: (clientId: number) =>
    queryOptions({
      queryKey: ['panel', 'quarantine', clientId],
      queryFn: async ({ signal }) =>
        (await call(receivedRecords, { params: { clientId } }, signal)).machines,
    }),
  aside: (clientId: number, page: number, pageSize: number) =>
    queryOptions({
      queryKey: ['panel', 'quarantine', clientId, 'aside', page, pageSize],
      queryFn: ({ signal }) =>
        call(quarantine, { params: { clientId }, query: { page, pageSize } }, signal),
      placeholderData: keepPreviousData,
    }),
}
