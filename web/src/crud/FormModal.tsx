import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CallFailed, failureText } from '../api/call.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { showToast } from '../ui/toasts.ts'
import { FieldInput } from './FieldInput.tsx'
import styles from './FormModal.module.css'
import { type FormField, type FormProblem, noNumber, type Values } from './formFields.ts'

/** The fields of a form and its action. */
export type FormSpec = {
  readonly initial: Values
  /** The fields; one choice may lock or unlock another. */
  readonly fields: (values: Values) => readonly FormField[]
  /** What a change does to other fields. */
  readonly settle?: (values: Values, changed: string) => Values
  /** What has to be right before anything is sent. */
  readonly problem?: (typed: {
    fields: readonly FormField[]
    values: Values
    file: File | null
  }) => FormProblem | null
  /** Sends it; the returned words are the toast. */
  readonly send: (values: Values, file: File | null) => Promise<string>
}

/** `Add X` or `Update X`. It begins with the values of `spec` each time it is opened, and stays open on a failure. */
export function FormModal({
  title,
  submit,
  busy,
  spec,
  opened,
  onClose,
}: {
  title: string
  submit: string
  /** On the button while it is sent. */
  busy: string
  spec: FormSpec
  opened: boolean
  onClose: () => void
}) {
  const say = useTexts('panel')
  const id = useId()
  const [values, setValues] = useState(spec.initial)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const fields = spec.fields(values)
  // Where one thing alone is required, everything else would be marked.
  const marks = fields.filter(({ required, kept }) => required || kept).length > 1
  const sending = useMutation({
    mutationFn: () => spec.send(values, file),
    onSuccess: (message) => {
      showToast(message)
      onClose()
    },
    onError: (error) => {
      const message = failureText(error)
      showToast(message, true)
      setProblem({ message, fields: error instanceof CallFailed ? fieldWords(error) : {} })
    },
  })
  const change = (name: string, value: string) => {
    const next = { ...values, [name]: value }
    setValues(spec.settle?.(next, name) ?? next)
  }
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (sending.isPending) return
    const typed = { fields, values, file }
    const found = spec.problem?.(typed) ?? noNumber(typed)
    setProblem(found)
    if (found === null) sending.mutate()
  }
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
          <BusyButton type="submit" form={id} busy={sending.isPending ? busy : null}>
            {submit}
          </BusyButton>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={send} noValidate>
        {problem && (
          <div className={styles.whole}>
            <ErrorNote>{problem.message}</ErrorNote>
          </div>
        )}
        {fields.map((field) => (
          <FieldInput
            key={field.name}
            field={field}
            value={values[field.name] ?? ''}
            error={problem?.fields[field.name]}
            marksOptional={marks && isOptional(field)}
            change={(value) => change(field.name, value)}
            changeFile={setFile}
          />
        ))}
      </form>
    </Dialog>
  )
}

const isOptional = ({ required = false, kept = false, locked = false }: FormField) =>
  !required && !kept && !locked

/** The server names a field by its way in the request: `contactEmail`, `body.contactEmail`. */
function fieldWords({ fields }: CallFailed): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ field, message }) => [field.split('.').at(-1) ?? field, message]),
  )
}
