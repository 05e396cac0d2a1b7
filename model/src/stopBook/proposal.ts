import type { Reason } from './reasons.ts'

/** Why a reason is proposed (D74). */
export type ProposalWhy = 'alarm' | 'lastConfirmed' | 'state'
export type Proposal = { readonly reason: string; readonly why: ProposalWhy }

/** What is known of a stop before a person says why it was. */
export type StopSigns = {
  /** The first-out alarm; null: no alarm came. */
  readonly alarm: { readonly group: string; readonly text: string } | null
  /** The state that it began with; null where that is not known. */
  readonly state: number | null
  /** The reason that was last confirmed for this alarm on this machine. */
  readonly lastConfirmed: string | null
}

/**
 * The reason that is proposed for a stop: the one that its alarm is mapped to, by text before group; else what was last confirmed
 * for the alarm on the machine; else the one that its state is mapped to (D74). A retired reason is never proposed.
 */
export function proposalFor(reasons: readonly Reason[], signs: StopSigns): Proposal | null {
  const { alarm, state, lastConfirmed } = signs
  const offered = reasons.filter(({ retired }) => !retired)
  const mapped = (kind: 'text' | 'group', value: string) =>
    offered.find(({ alarms }) => alarms.some((own) => own.kind === kind && own.value === value))
  if (alarm !== null) {
    const byAlarm = mapped('text', alarm.text) ?? mapped('group', alarm.group)
    if (byAlarm) return { reason: byAlarm.id, why: 'alarm' }
    const confirmed = offered.find(({ id }) => id === lastConfirmed)
    if (confirmed) return { reason: confirmed.id, why: 'lastConfirmed' }
  }
  const byState = offered.find(({ states }) => state !== null && states.includes(state))
  return byState ? { reason: byState.id, why: 'state' } : null
}
