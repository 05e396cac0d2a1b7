import { Button, Input } from '@mantine/core'
import { importRecipes } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import form from '../../crud/FormModal.module.css'
import { refusalWords } from '../../crud/refusalWords.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { ErrorNote } from '../../ui/ErrorNote.tsx'
import { showToast } from '../../ui/toasts.ts'
import styles from './ImportModal.module.css'

/** Imports products from a CSV file: first a dry run that lists every line that would be refused, then all are stored together. */
export function ImportModal({
  clientId,
  opened,
  done,
  onClose,
}: {
  clientId: number
  opened: boolean
  done: () => void
  onClose: () => void
}) {
  const say = useTexts('panel')
  const id = useId()
  const [csv, setCsv] = useState<string | null>(null)
  const send = (dryRun: boolean) =>
    call(importRecipes, { params: { clientId }, body: { csv: csv ?? '', dryRun } })
  const trying = useMutation({ mutationFn: () => send(true) })
  const storing = useMutation({
    mutationFn: () => send(false),
    onSuccess: ({ refused }) => {
      // Another user may have changed the data since the dry run.
      if (refused.length > 0) return trying.mutate()
      done()
      showToast(say('success'))
      onClose()
    },
    onError: (error) => showToast(failureText(error), true),
  })
  const found = trying.data
  const fit = found !== undefined && found.refused.length === 0
  const failure = storing.error ?? trying.error
  return (
    <Dialog
      title={say('importTitle')}
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
              disabled={found.added + found.changed === 0}
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
          description={say('csvHint')}
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
            {fit
              ? say('importFound', {
                  added: formatCount(found.added),
                  changed: formatCount(found.changed),
                  unchanged: formatCount(found.unchanged),
                  refused: formatCount(found.refused.length),
                })
              : say('importWrong', { refused: found.refused.length })}
          </p>
        )}
        {found && found.refused.length > 0 && (
          <ul className={styles.refused} aria-label={say('refusedLines')}>
            {found.refused.map((each) => (
              <li key={`${each.line} ${each.message}`}>
                <span className="digits">{say('lineNumber', { line: String(each.line) })}</span>
                {refusalWords(say, each)}
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
