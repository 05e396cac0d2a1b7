import type { ClientMachine } from '@packboard/contract'
import { formatClock, formatTimeInState, type LiveCard } from '@packboard/model'
import { memo, type ReactNode } from 'react'
import { bandLooks, shownShape } from '../charts/bandLook.ts'
import { stateWord } from '../i18n/stateWords.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { useNow } from '../time/useNow.ts'
import { useShownZone } from '../time/zone.ts'
import { Glyph, type GlyphShape } from '../ui/Glyph.tsx'
import styles from './MachineCard.module.css'
import type { FeedView } from './overviewFeed.ts'
import type { MachineTarget } from './useTargets.ts'

/** What the inside of a card is drawn from. */
export type FaceProps = {
  machine: ClientMachine
  seen: FeedView
  staleSince: Date | null
  /** The word of an OFFLINE machine. */
  silent: string | undefined
  target: MachineTarget | undefined
}

export function CardHead({
  machine,
  card: { state, reason, stateSince },
  staleSince,
  marked = false,
  dense = false,
}: Pick<FaceProps, 'machine' | 'staleSince'> & {
  card: LiveCard
  /** The head has room for the mark of a provisional machine. */
  marked?: boolean
  /** In a dense card the words around the state and its time are only heard. */
  dense?: boolean
}) {
  return (
    <Head
      {...{ machine, state, reason, staleSince, marked, dense }}
      sinceMs={stateSince?.getTime() ?? null}
    />
  )
}

const Head = memo(function Head({
  machine,
  state,
  reason,
  sinceMs,
  staleSince,
  marked,
  dense,
}: Pick<FaceProps, 'machine' | 'staleSince'> &
  Pick<LiveCard, 'state' | 'reason'> & {
    sinceMs: number | null
    marked: boolean
    dense: boolean
  }) {
  const say = useTexts('overview')
  const sayState = useTexts('states')
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Glyph shape={shownShape(state, false)} size={20} />
      </span>
      <div className={styles.names}>
        <div className={styles.id}>
          {machine.machineId} <span>{machine.lineName}</span>
          {marked && <Provisional machine={machine} />}
          <TimeInState sinceMs={sinceMs} staleSince={staleSince} dense={dense} />
        </div>
        <div className={styles.state}>
          <small className={dense ? 'spoken' : undefined}>{say('status')} </small>
          <b>{stateWord(state, sayState)}</b>
          {reason && <i title={reason}>{reason}</i>}
        </div>
      </div>
    </div>
  )
})

/** Out of sight a card is its name alone: to be found on the page, and to be reached by Tab. */
export function AwayHead({ machine }: { machine: ClientMachine }) {
  return (
    <div className={styles.id}>
      {machine.machineId} <span>{machine.lineName}</span>
    </div>
  )
}

/** The head of an OFFLINE machine: its name alone. */
export function OfflineHead({ machine }: { machine: ClientMachine }) {
  return (
    <div className={styles.head}>
      <span className={styles.tile}>
        <Glyph shape="slash" size={20} />
      </span>
      <AwayHead machine={machine} />
    </div>
  )
}

/** Not in the head of a card: there the name of its line would lose its place. */
export function Provisional({ machine }: { machine: ClientMachine }) {
  const say = useTexts('overview')
  if (!machine.isProvisional) return null
  return (
    <em className={styles.provisional} title={say('provisionalWhy')}>
      {say('provisional')}
    </em>
  )
}

const quiet = (word: ReactNode) => <small>{word}</small>

/** "for 2h 33m", counting; on a card of old values "as of 14:29" instead, because the duration is unknown. */
function TimeInState({
  sinceMs,
  staleSince,
  dense = false,
}: {
  sinceMs: number | null
  staleSince: Date | null
  /** The word before the time is only heard. */
  dense?: boolean
}) {
  const say = useTexts('overview')
  const zone = useShownZone()
  const text = useNow((now) => {
    if (staleSince) return formatClock(staleSince, zone).slice(0, 5)
    return sinceMs === null ? '' : formatTimeInState((now - sinceMs) / 1_000)
  })
  if (!text) return null
  if (staleSince) return <time>{say('asOf', { time: text })}</time>
  return (
    <time title={say('timeInState')}>
      {say('forTime', { time: text, quiet: dense ? spoken : quiet })}
    </time>
  )
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

/** The labels of the specification are to the letter; where a language needs more room for them their end is only heard. */
export function useUnits() {
  const locale = useLocale()
  return locale === 'en-GB' || locale === 'de-DE' ? plain : spoken
}

/** A part of a text that is only heard: the eye sees it from what stands around. */
const spoken = (inner: ReactNode): ReactNode => <span className="spoken">{inner}</span>

/** The same part where it is seen as well. */
export const plain = (inner: ReactNode): ReactNode => inner
