import styles from './Segmented.module.css'

/** A choice between a few views that lie beside each other. */
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
  return (
    <fieldset className={styles.segmented} aria-label={label}>
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
