import styles from './Segmented.module.css'
import { useOneStop } from './useOneStop.ts'

/** A choice between a few views that lie beside each other: one stop of Tab, arrows lead from one to the next. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  choose,
}: {
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  choose: (value: Value) => void
}) {
  const oneStop = useOneStop<HTMLFieldSetElement>()
  return (
    <fieldset ref={oneStop} className={styles.segmented} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => choose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </fieldset>
  )
}
