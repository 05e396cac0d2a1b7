import { Button, Input } from '@mantine/core'
import type { RefusedLine } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failureText } from '../api/call.ts'
import { formatCount } from '../i18n/formatNumber.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconUpload } from '../icons/furtherIcons.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { showToast } from '../ui/Toasts.tsx'
import { useOpening } from '../ui/useOpening.ts'
import styles from './CsvImport.module.css'
import form from './FormModal.module.css'

type Refusal = { readonly line: number; readonly message: string }

type Import<Found, Refused> = {
  title: string
  hint: string
  send: (csv: string, dryRun: boolean) => Promise<Found>
  /** What the file would do, where no line is refused. */
  fits: (found: Found) => string
  /** Storing it would change nothing. */
  isNothing: (found: Found) => boolean
  refusalOf: (refused: Refused) => string
  done: (stored: Found) => void
}

/** The button that imports a CSV file; `disabled` is why it is off. */
export function CsvImport<
  Refused extends Refusal,
  Found extends { readonly refused: readonly Refused[] },
>({
  size = 'sm',
  disabled,
  ...work
}: Import<Found, Refused> & { size?: 'xs' | 'sm'; disabled?: string | undefined }) {
  const say = useTexts('panel')
  const opening = useOpening<true>()
  return (
    <>
      <Button
        variant="default"
        size={size}
        leftSection={<IconUpload size={16} />}
        disabled={disabled !== undefined}
        title={disabled}
        onClick={() => opening.open(true)}
      >
        {say('importCsv')}
      </Button>
      <ImportDialog key={opening.times} {...work} {...opening.dialog} />
    </>
  )
}

/** First a dry run that lists every line that would be refused, then all of it is stored together. */
function ImportDialog<
  Refused extends Refusal,
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
}: Import<Found, Refused> & DialogProps) {
  const say = useTexts('panel')
  const sayUi = useTexts('ui')
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
            {sayUi('cancel')}
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
        <Input.Wrapper id={id} label={say('csvFile')} description={hint}>
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
const linesOf = (refused: readonly Refusal[]) => new Set(refused.map(({ line }) => line)).size

/** Why a line of a file was refused, in the language of the screen; fields are called as the file calls them. */
export function refusalWords(say: Say<'panel'>, { code, values }: RefusedLine): string {
  const {
    field = '',
    fields = '',
    cell = '',
    product = '',
    first = 0,
    count = 0,
    most = 0,
  } = values
  return say(`refused.${code}`, {
    field,
    fields,
    cell,
    product,
    first: String(first),
    count: formatCount(count),
    most: formatCount(most),
  })
}
