import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { heldNumber, shownNumber } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import styles from './RuleEditor.module.css'
import { readTime, timeText } from './ruleDraft.ts'

/** A length of time as it is typed: `5 min`. It is written anew when the field is left. */
export function TimePart({
  label,
  seconds,
  change,
  empty,
  placeholder = '',
  hint,
}: {
  label: string
  /** NaN: what is typed is no time. */
  seconds: number | undefined
  change: (seconds: number) => void
  /** What an empty field means; without it a time has to stand there. */
  empty?: () => void
  placeholder?: string
  hint?: string
}) {
  const say = useTexts('alertRules')
  const [typed, type] = useState(seconds === undefined ? '' : timeText(seconds))
  const isWrong = seconds !== undefined && Number.isNaN(seconds)
  return (
    <TextInput
      className={styles.time ?? ''}
      aria-label={label}
      title={hint ?? say('durationHint')}
      placeholder={placeholder}
      value={typed}
      error={isWrong && say('wrongTime')}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        if (text.trim() === '' && empty) empty()
        else change(readTime(text))
      }}
      onBlur={() => {
        if (seconds !== undefined && !isWrong) type(timeText(seconds))
      }}
    />
  )
}

/** A number with its unit behind it. */
export function NumberPart({
  label,
  value,
  least,
  most,
  unit,
  whole = true,
  change,
}: {
  label: string
  value: number
  least: number
  most: number
  unit?: string
  whole?: boolean
  change: (value: number) => void
}) {
  const say = useTexts('alertRules')
  const [typed, type] = useState(Number.isNaN(value) ? '' : shownNumber(String(value)))
  const read = (text: string) => {
    const number = text.trim() === '' ? Number.NaN : Number(heldNumber(text.trim()))
    const fits = number >= least && number <= most && (!whole || Number.isInteger(number))
    return fits ? number : Number.NaN
  }
  return (
    <span className={styles.unit}>
      <TextInput
        className={styles.number ?? ''}
        aria-label={unit === undefined ? label : `${label} (${unit})`}
        inputMode={whole ? 'numeric' : 'decimal'}
        value={typed}
        error={Number.isNaN(value) && say('wrongNumber', { least, most })}
        onChange={(event) => {
          const text = event.currentTarget.value
          type(text)
          change(read(text))
        }}
      />
      {unit !== undefined && <span aria-hidden="true">{unit}</span>}
    </span>
  )
}
