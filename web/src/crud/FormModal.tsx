import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, Input, MultiSelect, PasswordInput, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { CallFailed, failureText } from '../api/call.ts'
import { heldNumber, shownNumber } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertCircle, IconLock } from '../icons/icons.ts'
import { BusyButton } from '../ui/BusyButton.tsx'
import { ChoiceSelect, dropdown } from '../ui/ChoiceSelect.tsx'
import { DateField } from '../ui/DateField.tsx'
import { Dialog, type DialogProps } from '../ui/Dialog.tsx'
import { ErrorNote } from '../ui/Message.tsx'
import { TimeField } from '../ui/TimeField.tsx'
import { showToast } from '../ui/Toasts.tsx'
import styles from './FormModal.module.css'
import { type FormField, type FormProblem, listed, noNumber, type Values } from './formFields.ts'

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
  before,
  opened,
  onClose,
}: {
  title: string
  submit: string
  /** On the button while it is sent. */
  busy: string
  spec: FormSpec
  /** Above the fields. */
  before?: ReactNode
} & DialogProps) {
  const sayUi = useTexts('ui')
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
            {sayUi('cancel')}
          </Button>
          <BusyButton type="submit" form={id} busy={sending.isPending ? busy : null}>
            {submit}
          </BusyButton>
        </>
      }
    >
      <form id={id} className={styles.form} onSubmit={send} noValidate>
        {before}
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
export function fieldWords({ fields }: CallFailed): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ field, message }) => [field.split('.').at(-1) ?? field, message]),
  )
}

/** One field of a form, of any kind. */
export function FieldInput({
  field,
  value,
  error,
  marksOptional = false,
  change,
  changeFile = () => {},
}: {
  field: FormField
  value: string
  error: string | undefined
  /** Says beside its name that it may be left empty. */
  marksOptional?: boolean
  change: (value: string) => void
  changeFile?: (file: File | null) => void
}) {
  const say = useTexts('panel')
  const id = useId()
  const { kind = 'text', label, name, options = [], placeholder, hint, accept } = field
  const locked = field.locked ?? false
  const lock = <IconLock size={16} />
  const words = error !== undefined && (
    <span className={styles.error}>
      <IconAlertCircle size={14} />
      {error}
    </span>
  )
  const shared = {
    label,
    placeholder: placeholder ?? '',
    error: words,
    description: hint,
    readOnly: locked,
    required: field.required ?? false,
    withAsterisk: false,
    // Beside its name, and not in it: screen readers announce what is required.
    labelProps: marksOptional ? { 'data-optional': say('optional') } : {},
  }
  const typed = {
    ...shared,
    name,
    value,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
  }
  const input = () => {
    if (kind === 'file') {
      return (
        <Input.Wrapper label={label} error={words} description={hint} id={id}>
          <input
            id={id}
            className={styles.file}
            type="file"
            accept={accept}
            aria-invalid={error !== undefined}
            onChange={(event) => changeFile(event.currentTarget.files?.[0] ?? null)}
          />
        </Input.Wrapper>
      )
    }
    if (kind === 'select') {
      return (
        <ChoiceSelect
          allowDeselect
          {...shared}
          data={[...options]}
          value={value === '' ? null : value}
          searchable={options.length > 8}
          clearable={!field.required && !locked}
          clearButtonProps={{ style: { background: 'none' } }}
          maxDropdownHeight={280}
          nothingFoundMessage={say('noOption')}
          {...(locked && { rightSection: lock })}
          onChange={(chosen) => change(chosen ?? '')}
        />
      )
    }
    if (kind === 'list') {
      return (
        <MultiSelect
          {...shared}
          data={[...options]}
          value={listed(value)}
          searchable
          maxDropdownHeight={280}
          nothingFoundMessage={say('noOption')}
          comboboxProps={dropdown}
          onChange={(chosen) => change(chosen.join('\n'))}
        />
      )
    }
    if (kind === 'date') return <DateField {...shared} {...{ name, value, change }} />
    if (kind === 'time') return <NamedTime {...shared} {...{ value, change }} />
    if (kind === 'lines') {
      return <Textarea {...typed} rows={4} />
    }
    if (kind === 'password' && !locked) {
      return <PasswordInput {...typed} autoComplete="new-password" />
    }
    return (
      <TextInput
        {...typed}
        type={kind === 'number' ? 'text' : kind}
        {...(kind === 'number' && {
          inputMode: 'decimal',
          value: shownNumber(value),
          onChange: (event) => change(heldNumber(event.currentTarget.value)),
        })}
        {...(locked && { rightSection: lock })}
      />
    )
  }
  return (
    <div className={styles.field} data-half={field.half} data-locked={locked}>
      {input()}
    </div>
  )
}

/** A time of day with its name above it. */
function NamedTime({
  label,
  error,
  description,
  value,
  change,
}: {
  label: string
  error: ReactNode
  description: ReactNode
  value: string
  change: (time: string) => void
}) {
  return (
    <Input.Wrapper {...{ label, error, description }} labelElement="div">
      <TimeField {...{ label, value, change }} error={Boolean(error)} />
    </Input.Wrapper>
  )
}
