import type { StopRow } from '@packboard/contract'
import { formatClock } from '@packboard/model'
import { useTexts } from '../i18n/useTexts.ts'
import { IconPlus } from '../icons/furtherIcons.ts'
import { IconCheck } from '../icons/icons.ts'
import { ReasonName } from '../reasons/ReasonName.tsx'
import { IconMessage, reasonIconOf } from '../reasons/reasonIcons.ts'
import type { Reasons } from '../reasons/useReasons.ts'
import { useShownZone } from '../time/zone.ts'
import { partsToName } from './labelChanges.ts'
import styles from './ReasonCell.module.css'
import type { Labelling } from './useLabelling.ts'

/** Why it stood: what a person said, else what is proposed, to confirm with one press, and a button for any other reason. */
export function ReasonCell({
  stop,
  reasons,
  labelling,
  may,
  choose,
}: {
  stop: StopRow
  reasons: Reasons
  labelling: Labelling
  /** This person may name it. */
  may: boolean
  /** Opens the choice of reasons for this stop. */
  choose: () => void
}) {
  const say = useTexts('stopBook')
  const zone = useShownZone()
  const unnamed = partsToName(stop.parts)
  const named = [...new Set(stop.parts.flatMap(({ reason }) => reason ?? []))]
  const hasNote = stop.parts.some(({ note }) => note !== '')
  const time = formatClock(stop.start, zone)
  const proposed = stop.proposal?.reason ?? null
  const known = proposed === null ? undefined : reasons.byId.get(proposed)
  const Icon = known && reasonIconOf[known.icon]
  return (
    <span className={styles.reasons}>
      {named.map((id) => (
        <ReasonName key={id} {...{ reasons, id }} />
      ))}
      {hasNote && (
        <span className={styles.hasNote} title={say('hasNote')}>
          <IconMessage size={16} stroke={1.75} />
          <span className="spoken">{say('hasNote')}</span>
        </span>
      )}
      {unnamed.length > 0 && stop.micro && named.length === 0 && (
        <span className={styles.quiet}>{say('micro')}</span>
      )}
      {unnamed.length > 0 && !stop.micro && !may && (
        <span className={styles.quiet}>{say('noReason')}</span>
      )}
      {unnamed.length > 0 && !stop.micro && may && (
        <span className={styles.toName} data-screen-only>
          {Icon && proposed !== null && (
            <button
              type="button"
              className={styles.propose}
              disabled={labelling.busy}
              aria-label={say('confirmOf', { reason: reasons.nameOf(proposed), time })}
              onClick={(event) => {
                event.stopPropagation()
                void labelling.label(stop, unnamed, proposed)
              }}
            >
              <IconCheck size={16} stroke={2} aria-hidden="true" />
              {reasons.nameOf(proposed)}
            </button>
          )}
          <button
            type="button"
            className={styles.propose}
            data-other={Icon !== undefined}
            disabled={labelling.busy}
            aria-label={say('setReasonOf', { time })}
            title={say('setReasonOf', { time })}
            onClick={(event) => {
              event.stopPropagation()
              choose()
            }}
          >
            <IconPlus size={16} stroke={1.75} aria-hidden="true" />
            {!Icon && say('setReason')}
          </button>
        </span>
      )}
    </span>
  )
}
