import { Button } from '@mantine/core'
import { recordFileLimits } from '@packboard/model'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { failureText } from '../../api/call.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconUpload } from '../../icons/furtherIcons.ts'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { bytesWord } from './fileWords.ts'
import styles from './RecordFiles.module.css'
import { Steps } from './Steps.tsx'
import { uploadFile } from './uploadFile.ts'

/** A file is dropped or chosen, and uploaded. */
export function ChooseFile({
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
          <IconUpload size={24} stroke={1.5} aria-hidden="true" />
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
