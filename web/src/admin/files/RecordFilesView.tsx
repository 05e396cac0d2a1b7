import { Button } from '@mantine/core'
import {
  addRecordFile,
  addRecordFilePiece,
  type RecordFileRow,
  type recordFiles,
} from '@packboard/contract'
import { noFigure, recordFileLimits } from '@packboard/model'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call, callWithForm, failureText, worthAnotherTry } from '../../api/call.ts'
import table from '../../crud/CrudTable.module.css'
import { OneClient } from '../../crud/OneClient.tsx'
import { formatCount, formatPercent } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconUpload } from '../../icons/furtherIcons.ts'
import { DateTime } from '../../time/DateTime.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Loadable, type Waiting } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { FileMapping } from './FileMapping.tsx'
import { CancelFile, Counts, RefusedLines, Steps } from './FileParts.tsx'
import styles from './RecordFiles.module.css'
import { bytesWord, faultWord, fileQueries, isOpen, isReading } from './recordFile.ts'

/** Records of the past from files: staff choose whose, others have their own client. */
export function RecordFilesView() {
  const say = useTexts('recordFiles')
  return (
    <OneClient before={say('chooseFirst')}>
      {(clientId) => <FilesOfClient clientId={clientId} />}
    </OneClient>
  )
}

function FilesOfClient({ clientId }: { clientId: number }) {
  const panel = useTexts('panel')
  const query = useQuery(fileQueries.list(clientId))
  /** The import whose result is shown; the newest that was followed here, or one of the list. */
  const [shown, show] = useState<number | null>(null)
  const [isUploading, setUploading] = useState(false)
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {({ files, machines }) => {
        const open = isUploading ? undefined : files.find(({ state }) => isOpen(state))
        const ended = files.filter(({ state }) => !isOpen(state))
        const result = open ? undefined : ended.find(({ id }) => id === shown)
        return (
          <div className={styles.parts}>
            {open === undefined ? (
              <ChooseFile
                {...{ clientId, setUploading }}
                uploaded={(id) => {
                  show(id)
                  return query.refetch()
                }}
              />
            ) : open.state === 'uploading' ? (
              <UnfinishedUpload {...{ clientId }} file={open} changed={query.refetch} />
            ) : isReading(open.state) ? (
              <ReadingFile {...{ clientId }} file={open} changed={query.refetch} />
            ) : (
              <FileMapping
                key={open.id}
                {...{ clientId, machines }}
                file={open}
                changed={() => {
                  show(open.id)
                  return query.refetch()
                }}
              />
            )}
            {result && (
              <FileResult
                key={result.id}
                {...{ clientId }}
                file={result}
                close={() => show(null)}
              />
            )}
            <EarlierFiles {...{ query, shown, show }} />
          </div>
        )
      }}
    </Loadable>
  )
}

/** A file is dropped or chosen, and uploaded. */
function ChooseFile({
  clientId,
  setUploading,
  uploaded,
}: {
  clientId: number
  setUploading: (uploading: boolean) => void
  uploaded: (fileId: number) => unknown
}) {
  const say = useTexts('recordFiles')
  const input = useRef<HTMLInputElement>(null)
  const sentId = useRef<number | null>(null)
  const [isOver, setOver] = useState(false)
  const [sent, setSent] = useState(0)
  const [isTooLarge, setTooLarge] = useState(false)
  const sending = useMutation({
    mutationFn: (file: File) => {
      sentId.current = null
      const began = (id: number) => {
        sentId.current = id
      }
      return uploadFile(clientId, file, { began, sent: setSent })
    },
    // A file that was refused is shown, too: its row says why.
    onSettled: async () => {
      setUploading(false)
      if (sentId.current !== null) await uploaded(sentId.current)
    },
  })
  const file = sending.variables
  function take(chosen: File | undefined) {
    if (!chosen || sending.isPending) return
    const most = /\.xls[xm]$/i.test(chosen.name)
      ? recordFileLimits.xlsxBytes
      : recordFileLimits.bytes
    const fits = chosen.size > 0 && chosen.size <= most
    setTooLarge(!fits)
    if (!fits) return
    setSent(0)
    setUploading(true)
    sending.mutate(chosen)
  }
  return (
    <Panel title={say('title')} sub={say('sub')}>
      <Steps now="stepFile" />
      {isTooLarge && <ErrorNote>{say('wrongKind')}</ErrorNote>}
      {sending.isError && <ErrorNote>{failureText(sending.error)}</ErrorNote>}
      {sending.isPending && file ? (
        <div className={styles.progress}>
          <span>{say('uploading', { name: file.name })}</span>
          <progress
            aria-label={say('uploading', { name: file.name })}
            max={file.size}
            value={sent}
          />
          <span className="digits">
            {say('uploaded', { done: bytesWord(sent), all: bytesWord(file.size) })}
          </span>
        </div>
      ) : (
        <section
          className={styles.drop}
          aria-label={say('stepFile')}
          data-over={isOver}
          onDragOver={(event) => {
            event.preventDefault()
            setOver(true)
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault()
            setOver(false)
            take(event.dataTransfer.files[0])
          }}
        >
          <IconUpload size={24} stroke={1.5} />
          <p>{say('dropHere')}</p>
          <p className={styles.quiet}>{say('what')}</p>
          <Button onClick={() => input.current?.click()}>{say('choose')}</Button>
          <input
            ref={input}
            type="file"
            hidden
            accept=".csv,.txt,.tsv,.ndjson,.jsonl,.json,.xlsx,.xlsm"
            aria-label={say('choose')}
            onChange={(event) => {
              take(event.currentTarget.files?.[0])
              event.currentTarget.value = ''
            }}
          />
        </section>
      )}
    </Panel>
  )
}

type Listed = ReturnType<(typeof recordFiles)['answer']['parse']>

/** The files of the last 30 days whose import has ended. */
function EarlierFiles({
  query,
  shown,
  show,
}: {
  query: Waiting<Listed>
  shown: number | null
  show: (fileId: number) => void
}) {
  const say = useTexts('recordFiles')
  return (
    <Panel
      title={say('earlier')}
      sub={say('earlierSub')}
      className={`${table.table} ${table.twoLines}`}
    >
      <DataTable<Listed, RecordFileRow>
        label={say('earlier')}
        query={query}
        rows={({ files }) => files.filter(({ state }) => !isOpen(state))}
        rowKey={({ id }) => String(id)}
        emptyText={say('noImports')}
        skeletonRows={3}
        isCurrent={({ id }) => id === shown}
        open={{ name: ({ name }) => say('openImport', { name }), go: ({ id }) => show(id) }}
        columns={[
          { title: say('file'), cell: ({ name }) => name, wide: true },
          { title: say('at'), cell: ({ createdAt }) => <DateTime at={createdAt} /> },
          {
            title: say('by'),
            cell: ({ createdBy }) => createdBy ?? say('commandLine'),
            spare: true,
          },
          { title: say('machine'), cell: ({ machine }) => machine ?? noFigure, spare: true },
          {
            title: say('state'),
            cell: ({ state }) => <span className={table.tag}>{say(`state.${state}`)}</span>,
          },
          {
            title: say('stored'),
            cell: ({ stored }) => formatCount(stored),
            numeric: true,
            labelOnPhone: true,
          },
          {
            title: say('refused'),
            cell: ({ refused }) => formatCount(refused),
            numeric: true,
            labelOnPhone: true,
          },
        ]}
      />
    </Panel>
  )
}

/** How an import ended. */
function FileResult({
  clientId,
  file,
  close,
}: {
  clientId: number
  file: RecordFileRow
  close: () => void
}) {
  const say = useTexts('recordFiles')
  const { data } = useQuery(fileQueries.one(clientId, file))
  const fault = faultWord(say, file)
  return (
    <Panel
      title={file.name}
      sub={say(`state.${file.state}`)}
      actions={
        <Button variant="default" size="xs" onClick={close}>
          {say('close')}
        </Button>
      }
    >
      {fault !== null && <ErrorNote>{fault}</ErrorNote>}
      {/* Of a file that was refused at once no line was read. */}
      {(fault === null || file.rows > 0) && <Counts counts={file} isDry={false} />}
      {data && <RefusedLines {...{ clientId }} fileId={file.id} lines={data.lines} />}
    </Panel>
  )
}

/** An upload that ended with its page, or that another person is sending. */
export function UnfinishedUpload({
  clientId,
  file,
  changed,
}: {
  clientId: number
  file: RecordFileRow
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  return (
    <Panel title={say('title')} sub={say('sub')}>
      <div className={styles.buttons}>
        <p>{say('unfinished', { name: file.name })}</p>
        <CancelFile {...{ clientId, file, changed }} word={say('discard')} />
      </div>
    </Panel>
  )
}

/** A file that is being opened, checked or imported: how far it is, and what became of its lines so far. */
export function ReadingFile({
  clientId,
  file,
  changed,
}: {
  clientId: number
  file: RecordFileRow
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  if (file.state === 'opening') {
    return (
      <Panel title={say('opening', { name: file.name })} sub={say('openingHint')}>
        <Steps now="stepFile" />
        <div className={styles.progress}>
          <progress aria-label={say('opening', { name: file.name })} />
        </div>
        <div className={styles.buttons}>
          <CancelFile {...{ clientId, file, changed }} />
        </div>
      </Panel>
    )
  }
  const isImport = file.state === 'running'
  const title = isImport ? say('running', { name: file.name }) : say('checking')
  return (
    <Panel title={title} sub={isImport ? say('leave') : file.name}>
      <Steps now={isImport ? 'stepImport' : 'stepCheck'} />
      <div className={styles.progress}>
        <span>{say('reading', { name: file.name, rows: formatCount(file.rows) })}</span>
        <progress aria-label={title} max={1} value={file.share} />
        <span className="digits">{formatPercent(100 * file.share)}</span>
      </div>
      <Counts counts={file} isDry={!isImport} />
      <div className={styles.buttons}>
        <CancelFile {...{ clientId, file, changed }} />
      </div>
    </Panel>
  )
}

/** Tries of one piece: a line that breaks for a moment costs no upload. */
const tries = 3

/** Sends a file in pieces; `began` is called with its number, and `sent` with the bytes that have arrived. */
export async function uploadFile(
  clientId: number,
  file: File,
  { began, sent }: { began: (fileId: number) => void; sent: (bytes: number) => void },
): Promise<void> {
  const { id, pieceBytes } = await call(addRecordFile, {
    params: { clientId },
    body: { name: file.name.slice(-255), bytes: file.size },
  })
  began(id)
  for (let offset = 0; offset < file.size; offset += pieceBytes) {
    const piece = file.slice(offset, offset + pieceBytes, 'application/octet-stream')
    await sendPiece({ clientId, fileId: id }, offset, piece)
    sent(Math.min(file.size, offset + pieceBytes))
  }
}

async function sendPiece(
  params: { readonly clientId: number; readonly fileId: number },
  offset: number,
  piece: Blob,
): Promise<void> {
  for (let left = tries; ; left--) {
    try {
      await callWithForm(addRecordFilePiece, { params, query: { offset: String(offset) } }, piece)
      return
    } catch (error) {
      if (left === 1 || !worthAnotherTry(error)) throw error
    }
  }
}
