import { Button, Input } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { showToast } from '../ui/toasts.ts'
import styles from './CsvImport.module.css'
import form from './FormModal.module.css'

type RefusedLine = { readonly line: number; readonly message: string }

/** Imports a CSV file: first a dry run that lists every line that would be refused, then all of it is stored together. */
export function CsvImport<
  Refused extends RefusedLine,
  Found extends { readonly refused: readonly Refused[] },
>({
  title,
  hint,
  send,
  fits,
  isNothing,
  refusalOf,
  done,
  opened,
  onClose,
}: {
  title: string
  hint: string
  send: (csv: string, dryRun: boolean) => Promise<Found>
  /** What the file would do, where no line is refused. */
  fits: (found: Found) => string
  /** Storing it would change nothing. */
  isNothing: (found: Found) => boolean
  refusalOf: (refused: Refused) => string
  done: (stored: Found) => void
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const id = useId()
  const [csv, setCsv] = useState<string | null>(null)
  const trying = useMutation({ mutationFn: () => send(csv ?? '', true) })
  const storing = useMutation({
    mutationFn: () => send(csv ?? '', false),
    onSuccess: (stored) => {
      // Another user may have changed the data since the dry run.
      if (stored.refused.length > 0) return trying.mutate()
      done(stored)
      onClose()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const found = trying.data
  const fit = found !== undefined && found.refused.length === 0
  const failure = storing.error ?? trying.error
  return (
    <Dialog
      title={title}
      width={560}
      {...{ opened, onClose }}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {say('cancel')}
          </Button>
          {fit ? (
            <BusyButton
              busy={storing.isPending ? say('importing') : null}
              disabled={isNothing(found)}
              onClick={() => storing.mutate()}
            >
              {say('importButton')}
            </BusyButton>
          ) : (
            <BusyButton
              busy={trying.isPending ? say('checking') : null}
              disabled={csv === null}
              onClick={() => trying.mutate()}
            >
              {say('check')}
            </BusyButton>
          )}
        </>
      }
    >
      <div className={styles.body}>
        {failure && <ErrorNote>{failureText(failure)}</ErrorNote>}
        <Input.Wrapper
          id={id}
          label={say('csvFile')}
          description={hint}
          inputWrapperOrder={['label', 'input', 'description']}
        >
          <input
            id={id}
            className={form.file}
            type="file"
            accept=".csv"
            onChange={async (event) => {
              trying.reset()
              storing.reset()
              const file = event.currentTarget.files?.[0]
              setCsv(file ? await file.text() : null)
            }}
          />
        </Input.Wrapper>
        {found && (
          <p role="status">
            {fit ? fits(found) : say('importWrong', { refused: linesOf(found.refused) })}
          </p>
        )}
        {found && found.refused.length > 0 && (
          <ul className={styles.refused} aria-label={say('refusedLines')}>
            {found.refused.map((each) => (
              <li key={`${each.line} ${each.message}`}>
                <span className="digits">{say('lineNumber', { line: String(each.line) })}</span>
                {refusalOf(each)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

/** A line may be refused for several reasons. */
const linesOf = (refused: readonly RefusedLine[]) => new Set(refused.map(({ line }) => line)).size
