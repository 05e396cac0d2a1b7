import { type KeyboardEvent, useId, useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconCalendar, IconSearch } from '../icons/icons.ts'
import styles from './ReasonChoice.module.css'
import { reasonIconOf } from './reasonIcons.ts'
import {
  foundIn,
  type ReasonGroup,
  type Reasons,
  type StoredReason,
  useLanguage,
} from './useReasons.ts'

/**
 * All reasons to choose from, in groups, with a search. Arrows walk them; Enter in the search takes the first that was
 * found.
 */
export function ReasonChoice({
  reasons,
  groups = reasons.groups,
  chosen = null,
  takesFocus = false,
  large = false,
  choose,
}: {
  reasons: Reasons
  groups?: readonly ReasonGroup<StoredReason>[]
  /** The reason that holds now. */
  chosen?: string | null
  /** The search has the focus as it opens: not where a keyboard would cover the page. */
  takesFocus?: boolean
  /** For gloves. */
  large?: boolean
  choose: (reason: string) => void
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const id = useId()
  const [search, setSearch] = useState('')
  const found = foundIn(groups, search, language)
  const first = found[0] && firstOf(found[0], search, language)
  return (
    <section
      className={styles.choice}
      aria-label={say('reasons')}
      data-large={large}
      onKeyDown={walk}
    >
      <label className={styles.search}>
        <IconSearch size={18} />
        <span className="spoken">{say('searchReasons')}</span>
        <input
          type="search"
          value={search}
          placeholder={say('searchReasons')}
          maxLength={60}
          data-autofocus={takesFocus || undefined}
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !first || search.trim() === '') return
            event.preventDefault()
            choose(first.id)
          }}
        />
      </label>
      {found.length === 0 && (
        <p className={styles.none} role="status">
          {say(groups.length === 0 ? 'noReasons' : 'noneFound')}
        </p>
      )}
      {blocksOf(found).map((block) => {
        const [first] = block
        if (!first) return null
        const heads = first.children.length > 0
        const options = heads ? first.children : block.map(({ top }) => top)
        return (
          <fieldset
            key={first.top.id}
            className={styles.group}
            {...(heads && { 'aria-labelledby': `${id}-${first.top.id}` })}
          >
            {heads && (
              <Option
                {...{ reasons, choose, chosen }}
                id={`${id}-${first.top.id}`}
                reason={first.top}
                heads
              />
            )}
            <ul className={styles.options}>
              {options.map((reason) => (
                <li key={reason.id}>
                  <Option {...{ reasons, choose, chosen, reason }} />
                </li>
              ))}
            </ul>
          </fieldset>
        )
      })}
    </section>
  )
}

function Option({
  reasons,
  reason,
  id,
  heads = false,
  chosen,
  choose,
}: {
  reasons: Reasons
  reason: StoredReason
  id?: string
  /** Others stand under it. */
  heads?: boolean
  chosen: string | null
  choose: (reason: string) => void
}) {
  const say = useTexts('stopBook')
  const Icon = reasonIconOf[reason.icon]
  return (
    <button
      type="button"
      {...(id !== undefined && { id })}
      className={styles.option}
      data-heads={heads}
      aria-pressed={reason.id === chosen}
      onClick={() => choose(reason.id)}
    >
      <Icon size={20} />
      <span>{reasons.nameOf(reason.id)}</span>
      {reason.planned && <small>{say('planned')}</small>}
    </button>
  )
}

/** Reasons without others under them that follow each other stand side by side. */
function blocksOf(groups: readonly ReasonGroup<StoredReason>[]): ReasonGroup<StoredReason>[][] {
  const blocks: ReasonGroup<StoredReason>[][] = []
  for (const group of groups) {
    const last = blocks.at(-1)
    const isAlone = group.children.length === 0
    if (isAlone && last?.[0]?.children.length === 0) last.push(group)
    else blocks.push([group])
  }
  return blocks
}

/** What Enter takes: of a group that was found by its name the group itself. */
function firstOf(
  { top, children }: ReasonGroup<StoredReason>,
  search: string,
  language: Parameters<typeof foundIn>[2],
): StoredReason {
  const alone = foundIn([{ top, children: [] }], search, language)
  return alone.length > 0 ? top : (children[0] ?? top)
}

/** Up and down walk from one reason to the next, and from the search into them. */
function walk(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, button')]
  const at = stops.findIndex((each) => each.matches(':focus'))
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}

/** A reason with its symbol; a planned one has a mark. */
export function ReasonName({ reasons, id }: { reasons: Reasons; id: string }) {
  const say = useTexts('stopBook')
  const known = reasons.byId.get(id)
  if (!known) return <span>{say('unknownReason')}</span>
  const Icon = reasonIconOf[known.icon]
  return (
    <span className={styles.name}>
      <Icon size={18} />
      <span>{reasons.nameOf(id)}</span>
      {known.planned && (
        <span className={styles.planned} title={say('planned')}>
          <IconCalendar size={14} />
          <span className="spoken">{say('planned')}</span>
        </span>
      )}
    </span>
  )
}
