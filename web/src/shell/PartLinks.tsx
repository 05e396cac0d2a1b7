import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { useOneStop } from '../ui/useOneStop.ts'
import styles from './PartLinks.module.css'
import { goToPart, type PagePart, pageParts } from './palette/pageParts.ts'

/**
 * The way to every part of a page by keyboard: one stop of Tab, arrows lead through the list, Enter goes to the part. The list is
 * made of what the page shows at that moment.
 */
export function PartLinks() {
  const say = useTexts('shell')
  const oneStop = useOneStop<HTMLElement>()
  const [parts, setParts] = useState<readonly PagePart[]>([])
  return (
    <nav
      ref={oneStop}
      className={styles.parts}
      aria-label={say('parts')}
      data-screen-only
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setParts(pageParts())
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setParts([])
      }}
    >
      <button
        type="button"
        aria-expanded={parts.length > 0}
        onClick={({ currentTarget }) =>
          currentTarget.parentElement?.querySelector<HTMLElement>('li button')?.focus()
        }
      >
        {say('parts')}
      </button>
      <ul hidden={parts.length === 0}>
        {parts.map((part) => (
          <li key={part.title}>
            <button type="button" onClick={() => goToPart(part)}>
              {part.title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
