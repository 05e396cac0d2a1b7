import type { ReactNode } from 'react'
import { reportedText } from '../i18n/reportedText.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './FilterBar.module.css'
import { everything } from './filter.ts'

/** A select of a bar: `All`, what occurs, and what is chosen even if it does not occur in this window. */
export function ChoiceField({
  label,
  value,
  offered,
  change,
  wide = false,
}: {
  label: string
  value: string
  offered: readonly string[]
  change: (value: string) => void
  wide?: boolean
}) {
  const say = useTexts('filters')
  const values = [...new Set([everything, ...(value === everything ? [] : [value]), ...offered])]
  const wordOf = (each: string) => (each === everything ? say('all') : reportedText(each))
  return (
    <SoonSelect
      className={wide ? `${styles.choice} ${styles.wide}` : (styles.choice ?? '')}
      label={label}
      data={values.map((each) => ({ value: each, label: wordOf(each) }))}
      value={value}
      searchable={values.length > 12}
      maxDropdownHeight={360}
      nothingFoundMessage={say('noMatch')}
      comboboxProps={{
        width: 'max-content',
        position: 'bottom-start',
      }}
      wrapperProps={{ title: wordOf(value) }}
      onChange={(chosen) => change(chosen ?? everything)}
    />
  )
}

/** Fields of a bar under their name. */
export function Labelled({
  label,
  side,
  hidden = false,
  children,
}: {
  label: string
  /** What else has to be known of it, beside its name. */
  side?: string | undefined
  /** Its field says what it is. */
  hidden?: boolean
  children: ReactNode
}) {
  return (
    <fieldset className={styles.labelled} aria-label={label}>
      {!hidden && (
        <span>
          <span aria-hidden="true">{label}</span>
          {side && <small> {side}</small>}
        </span>
      )}
      {children}
    </fieldset>
  )
}
