import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Input, MultiSelect, PasswordInput, Select, Textarea, TextInput } from '@mantine/core'
import { useId } from 'react'
import { heldNumber, shownNumber } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { IconAlertCircle, IconChevronDown, IconLock } from '../icons/icons.ts'
import styles from './FormModal.module.css'
import { type FormField, listed } from './formFields.ts'

/** One field of a form, of any kind. */
export function FieldInput({
  field,
  value,
  error,
  marksOptional,
  change,
  changeFile,
}: {
  field: FormField
  value: string
  error: string | undefined
  /** Says beside its name that it may be left empty. */
  marksOptional: boolean
  change: (value: string) => void
  changeFile: (file: File | null) => void
}) {
  const say = useTexts('panel')
  const id = useId()
  const { kind = 'text', label, name, options = [], placeholder, hint, accept } = field
  const locked = field.locked ?? false
  const lock = <IconLock size={16} stroke={1.75} aria-hidden="true" />
  const words = error !== undefined && (
    <span className={styles.error}>
      <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
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
    inputWrapperOrder: [
      'label' as const,
      'input' as const,
      'error' as const,
      'description' as const,
    ],
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
        <Input.Wrapper
          label={label}
          error={words}
          description={hint}
          id={id}
          inputWrapperOrder={shared.inputWrapperOrder}
        >
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
        <Select
          {...shared}
          data={[...options]}
          value={value === '' ? null : value}
          searchable={options.length > 8}
          clearable={!field.required && !locked}
          clearButtonProps={{ style: { background: 'none' } }}
          maxDropdownHeight={280}
          nothingFoundMessage={say('noOption')}
          comboboxProps={{ keepMounted: false, offset: 6 }}
          rightSection={
            locked ? lock : <IconChevronDown size={16} stroke={1.75} aria-hidden="true" />
          }
          rightSectionPointerEvents="none"
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
          comboboxProps={{ keepMounted: false, offset: 6 }}
          onChange={(chosen) => change(chosen.join('\n'))}
        />
      )
    }
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
