import type { ClientMachine } from '@packboard/contract'
import { formatClock, formatTimeInState, type LiveCard } from '@packboard/model'
import { memo, type ReactNode } from 'react'
import { useKnownNow } from '../api/useKnownNow.ts'
import { bandLooks, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph, type GlyphShape } from '../ui/Glyph.tsx'
import { useLineRole } from './lineRoles.ts'
import styles from './MachineCard.module.css'
import type { FeedView } from './overviewFeed.ts'
import type { MachineTarget } from './useTargets.ts'

/** What the inside of a card is drawn from. */
export type FaceProps = {
  machine: ClientMachine
  /** The name of its line, where nothing around the card says it. */
  line: string
  seen: FeedView
  staleSince: Date | null
  /** The word of an OFFLINE machine. */
  silent: string | undefined
  target: MachineTarget | undefined
}

/** Shape and word of the state, since when, and why: what a person needs first. */
export function CardHead({
  card: { state, reason, stateSince },
  ...shown
}: Pick<FaceProps, 'machine' | 'line' | 'staleSince'> & { card: LiveCard }) {
  return <Head {...{ state, reason, ...shown }} sinceMs={stateSince?.getTime() ?? null} />
}

const Head = memo(function Head({
  machine,
  line,
  state,
  reason,
  sinceMs,
  staleSince,
}: Pick<FaceProps, 'machine' | 'line' | 'staleSince'> &
  Pick<LiveCard, 'state' | 'reason'> & { sinceMs: number | null }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  const role = useLineRole(machine.lineName, machine.machineId)
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Glyph shape={shownShape(state, false)} size={18} />
      </span>
      <div className={styles.id}>
        <Named {...{ machine, line }} />
        {machine.isProvisional && (
          <em className={styles.provisional} title={say('provisionalWhy')}>
            {say('provisional')}
          </em>
        )}
        <TimeInState sinceMs={sinceMs} staleSince={staleSince} />
      </div>
      <div className={styles.state}>
        <small>{say('status')} </small>
        <b>{stateWord(state, sayState)}</b>
        {(role || reason) && <i title={reason}>{role ?? reason}</i>}
      </div>
    </div>
  )
})

function Named({ machine, line }: Pick<FaceProps, 'machine' | 'line'>) {
  return (
    <>
      {machine.machineId} {line !== '' && <span title={line}>{line}</span>}
    </>
  )
}

/** Out of sight a card is its name alone: to be found on the page, and to be reached by Tab. */
export function AwayHead(named: Pick<FaceProps, 'machine' | 'line'>) {
  return (
    <div className={styles.id}>
      <Named {...named} />
    </div>
  )
}

/** The head of an OFFLINE machine: its name alone. */
export function OfflineHead(named: Pick<FaceProps, 'machine' | 'line'>) {
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Glyph shape="slash" size={18} />
      </span>
      <AwayHead {...named} />
    </div>
  )
}

/**
 * `2h 33m`, counting for as long as it is known; on a card of old values `as of 14:29` instead, because nobody knows how long it
 * lasted. The word before the time is only heard.
 */
export function TimeInState({
  sinceMs,
  staleSince,
}: {
  sinceMs: number | null
  staleSince: Date | null
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const text = useKnownNow((now) => {
    if (staleSince) return formatClock(staleSince, zone).slice(0, 5)
    return sinceMs === null ? '' : formatTimeInState((now - sinceMs) / 1_000)
  })
  if (!text) return null
  if (staleSince) return <time data-old>{say('asOf', { time: text })}</time>
  return <time title={say('timeInState')}>{say('forTime', { time: text, quiet: spoken })}</time>
}

/**
 * The four kinds of time on a card, in the order of the specification, with the glyphs of the state vocabulary. Idle
 * time is yellow although the Idle state is in the green band, so the word is always printed.
 */
export const timeClasses: readonly {
  kind: keyof Pick<LiveCard, 'run' | 'alarm' | 'idle' | 'ancillary'>
  shape: GlyphShape
  colour: string
}[] = [
  { kind: 'run', shape: 'play', colour: 'var(--go)' },
  { kind: 'alarm', shape: 'square', colour: bandLooks.stop.colour },
  { kind: 'idle', shape: 'pause', colour: bandLooks.hold.colour },
  { kind: 'ancillary', shape: 'diamond', colour: bandLooks.line.colour },
]

/**
 * The labels of the specification are to the letter; where a language, or a narrow card, needs more room for them their end is only
 * heard.
 */
export function useUnits() {
  const locale = useLocale()
  return locale === 'en-GB' || locale === 'de-DE' ? roomy : spoken
}

/** A part of a text that is seen where there is room for it. */
const roomy = (inner: ReactNode): ReactNode => <span className={styles.roomy}>{inner}</span>

/** A part of a text that is only heard: the eye sees it from what stands around. */
const spoken = (inner: ReactNode): ReactNode => <span className="spoken">{inner}</span>

/** The same part where it is seen as well. */
export const plain = (inner: ReactNode): ReactNode => inner
