import { noFigure } from '@packboard/model'
import { Fragment, type KeyboardEvent, type PointerEvent, useState } from 'react'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconSearch } from '../../icons/icons.ts'
import { IconGrip, reasonIconOf } from '../../reasons/reasonIcons.ts'
import {
  foundIn,
  mostTiles,
  nameIn,
  reasonTree,
  type StoredReason,
  useLanguage,
} from '../../reasons/useReasons.ts'
import styles from './Reasons.module.css'
import { placeOf, type ReasonFault, type ReasonsDraft } from './reasonsDraft.ts'

/** The reasons in their order. A row is moved by its handle, or by Alt and an arrow while it has the focus. */
export function ReasonList({
  draft,
  selected,
  fault,
  select,
  move,
}: {
  draft: ReasonsDraft
  selected: string | null
  fault: ReasonFault | null
  select: (id: string) => void
  move: (id: string, place: number) => void
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const [search, setSearch] = useState('')
  const groups = reasonTree(draft)
  const offered = groups.filter(({ top }) => !top.retired)
  // With more than eight the eighth tile of a tablet opens the rest.
  const cut = offered.length > mostTiles ? offered[mostTiles - 2]?.top.id : undefined
  const shown = foundIn(groups, search, language)
  const row = (reason: StoredReason, under: boolean) => (
    <Row
      {...{ draft, reason, under, select, move }}
      current={reason.id === selected}
      ringed={fault?.id === reason.id || fault?.other === reason.id}
    />
  )
  return (
    <>
      <label className={styles.search}>
        <IconSearch size={16} />
        <span className="spoken">{say('searchReasons')}</span>
        <input
          type="search"
          value={search}
          placeholder={say('searchReasons')}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      </label>
      <p className={styles.hint}>{say('moveHint')}</p>
      <div className={styles.listHead} aria-hidden="true">
        <span>{say('reason')}</span>
        <span>{say('countsAs')}</span>
        <span>{say('causeLies')}</span>
        <span>{say('plannedUpTo')}</span>
        <span>{say('used30')}</span>
      </div>
      <ol className={styles.list} aria-label={say('reasons')}>
        {shown.map(({ top, children }) => (
          <Fragment key={top.id}>
            {row(top, false)}
            {children.map((child) => (
              <Fragment key={child.id}>{row(child, true)}</Fragment>
            ))}
            {search === '' && top.id === cut && (
              <li className={styles.cut}>{say('belowOnlyMore')}</li>
            )}
          </Fragment>
        ))}
      </ol>
      {shown.length === 0 && <p className={styles.hint}>{say('noneFound')}</p>}
    </>
  )
}

function Row({
  draft,
  reason,
  under,
  current,
  ringed,
  select,
  move,
}: {
  draft: ReasonsDraft
  reason: StoredReason
  under: boolean
  current: boolean
  ringed: boolean
  select: (id: string) => void
  move: (id: string, place: number) => void
}) {
  const say = useTexts('stopBook')
  const language = useLanguage()
  const { id, icon, planned, cause, overrunSeconds, used30Days, retired, name } = reason
  const Icon = reasonIconOf[icon]
  const word = nameIn(name, language) || say('unnamed')
  const place = placeOf(draft, id)
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0) return
    event.preventDefault()
    if (event.altKey) move(id, place + step)
    else neighbour(event.currentTarget, step)?.focus()
  }
  return (
    <li
      className={styles.row}
      data-reason={id}
      data-parent={reason.parent ?? 'top'}
      data-under={under}
      data-current={current}
      data-ringed={ringed}
      data-retired={retired}
    >
      <span className={styles.grip} title={say('moveHint')} {...dragged(id, move)}>
        <IconGrip size={18} />
      </span>
      <span className={`digits ${styles.rank}`} aria-hidden="true">
        {place + 1}
      </span>
      <span className={styles.icon}>
        <Icon size={20} stroke={1.6} />
      </span>
      <button
        type="button"
        className={styles.pick}
        aria-pressed={current}
        onClick={() => select(id)}
        onKeyDown={onKey}
      >
        {word}
        {retired && <small>{say('retired')}</small>}
      </button>
      <span className={styles.cell}>{say(planned ? 'planned' : 'unplanned')}</span>
      <span className={styles.cell} data-spare>
        {say(`cause.${cause}`)}
      </span>
      <span className={`digits ${styles.cell} ${styles.right}`} data-title={say('plannedUpTo')}>
        {overrunSeconds === null
          ? noFigure
          : say('minutes', { minutes: formatCount(Math.round(overrunSeconds / 60)) })}
      </span>
      <span className={`digits ${styles.cell} ${styles.right}`} data-spare>
        {formatCount(used30Days)}
      </span>
    </li>
  )
}

/** The button of the row above or below. */
function neighbour(button: Element, step: number): HTMLElement | undefined {
  const all = [...(button.closest('ol')?.querySelectorAll<HTMLElement>('li > button') ?? [])]
  return all[all.findIndex((each) => each.isSameNode(button)) + step]
}

/** A handle that moves its row to the place of the row under the pointer, among those of the same parent. */
function dragged(id: string, move: (id: string, place: number) => void) {
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
      const own = event.currentTarget.closest<HTMLElement>('[data-reason]')
      const over = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-reason]')
      if (!own || !over || own === over || over.dataset.parent !== own.dataset.parent) return
      const rows = [...(own.parentElement?.querySelectorAll<HTMLElement>('[data-reason]') ?? [])]
      const level = rows.filter(({ dataset }) => dataset.parent === own.dataset.parent)
      move(id, level.indexOf(over))
    },
  }
}
