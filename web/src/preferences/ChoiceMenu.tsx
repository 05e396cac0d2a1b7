import { type ReactNode, useId, useRef, useState } from 'react'
import { IconCheck } from '../icons/icons.ts'
import styles from './ChoiceMenu.module.css'

/** One of a few things of which one holds; `lang` where its name is in another language. */
export type Choice<Key extends string> = {
  readonly key: Key
  readonly name: string
  readonly lang?: string
}

/** A button with the name of what holds, and a list of what else there is. */
export function ChoiceMenu<Key extends string>({
  label,
  spoken,
  icon,
  choices,
  chosen,
  choose,
  failure,
  opens,
  pictured = false,
}: {
  /** What is chosen, for screen readers: `Language`. */
  label: string
  /** What is chosen and what holds: `Language: English`. */
  spoken: string
  icon: ReactNode
  choices: readonly Choice<Key>[]
  chosen: Key
  choose: (key: Key) => void
  /** Why the last choice could not be made. */
  failure?: string | undefined
  opens: 'up' | 'down'
  /** The icon says it alone, where there is little room. */
  pictured?: boolean
}) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const list = useId()
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  return (
    <fieldset
      className={styles.menu}
      data-pictured={pictured}
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape' && open) close()
      }}
    >
      {failure !== undefined && <span role="alert">{failure}</span>}
      <button
        ref={opener}
        type="button"
        className={styles.opener}
        aria-expanded={open}
        aria-controls={list}
        aria-label={spoken}
        onClick={() => setOpen(!open)}
      >
        {icon}
        <span className={styles.name}>{choices.find(({ key }) => key === chosen)?.name}</span>
      </button>
      <ul id={list} className={styles.list} data-opens={opens} hidden={!open}>
        {open &&
          choices.map(({ key, name, lang }) => (
            <li key={key}>
              <button
                type="button"
                lang={lang}
                aria-current={key === chosen}
                onClick={() => {
                  close()
                  choose(key)
                }}
              >
                {name}
                {key === chosen && <IconCheck size={16} stroke={1.75} aria-hidden="true" />}
              </button>
            </li>
          ))}
      </ul>
    </fieldset>
  )
}
