import { useState } from 'react'
import { useTexts } from '../i18n/useTexts.ts'
import { IconArrowLeft } from '../icons/furtherIcons.ts'
import { ReasonChoice } from '../reasons/ReasonChoice.tsx'
import { reasonIconOf } from '../reasons/reasonIcons.ts'
import {
  type ReasonGroup,
  type Reasons,
  type StoredReason,
  tilesOf,
} from '../reasons/useReasons.ts'
import styles from './ReasonTiles.module.css'
import shared from './Shared.module.css'

/** At most eight tiles. One with others under it opens them in its place; the last one opens all reasons that are left. */
export function ReasonTiles({
  reasons,
  proposed,
  choose,
}: {
  reasons: Reasons
  proposed: string | null
  choose: (reason: string) => void
}) {
  const say = useTexts('stopBook')
  const [group, openGroup] = useState<ReasonGroup<StoredReason> | null>(null)
  const [more, setMore] = useState(false)
  const { tiles, rest } = tilesOf(reasons.groups, proposed)
  const back = (
    <button
      type="button"
      className={shared.small}
      onClick={() => {
        openGroup(null)
        setMore(false)
      }}
    >
      <IconArrowLeft size={22} />
      {say('back')}
    </button>
  )
  if (more) {
    return (
      <div className={styles.more}>
        {back}
        <ReasonChoice {...{ reasons, choose }} large />
      </div>
    )
  }
  if (group) {
    return (
      <div className={styles.more}>
        {back}
        <fieldset className={styles.tiles} aria-label={reasons.nameOf(group.top.id)}>
          {group.children.map((child) => (
            <Tile
              key={child.id}
              reason={child}
              word={reasons.nameOf(child.id)}
              go={() => choose(child.id)}
            />
          ))}
          <Tile
            reason={group.top}
            word={say('otherOf', { reason: reasons.nameOf(group.top.id) })}
            go={() => choose(group.top.id)}
          />
        </fieldset>
      </div>
    )
  }
  const Dots = reasonIconOf.more
  return (
    <fieldset className={styles.tiles} aria-label={say('reasons')}>
      {tiles.map((each) => {
        const { top, children } = each
        const opens = children.length > 0
        return (
          <Tile
            key={top.id}
            reason={top}
            word={reasons.nameOf(top.id)}
            opens={opens}
            go={() => (opens ? openGroup(each) : choose(top.id))}
          />
        )
      })}
      {rest.length > 0 && (
        <button
          type="button"
          className={styles.tile}
          aria-expanded={false}
          onClick={() => setMore(true)}
        >
          <Dots size={40} stroke={1.5} />
          <b>{say('more')}</b>
        </button>
      )}
    </fieldset>
  )
}

function Tile({
  reason,
  word,
  opens = false,
  go,
}: {
  reason: StoredReason
  word: string
  opens?: boolean
  go: () => void
}) {
  const Icon = reasonIconOf[reason.icon]
  return (
    <button
      type="button"
      className={styles.tile}
      {...(opens && { 'aria-expanded': false, 'data-opens': true })}
      onClick={go}
    >
      <Icon size={40} stroke={1.5} />
      <b>{word}</b>
    </button>
  )
}
