import { type Reason, reasonLimits } from '@packboard/model'
import { reasonTree, type StoredReason } from '../../reasons/useReasons.ts'
import { newKey } from '../../stops/labels.ts'

/** The reasons as they are edited: those that were read, and new ones. */
export type ReasonsDraft = readonly StoredReason[]

/** Why a list cannot be saved, and at which reason. */
export type ReasonFault = {
  readonly id: string
  readonly kind: 'noName' | 'sameName' | 'sameAlarm' | 'sameState' | 'tooMany' | 'overrun'
  /** The other reason. */
  readonly other?: string
  /** The alarm or the code of the state. */
  readonly what?: string
}

const siblings = (draft: ReasonsDraft, parent: string | null) =>
  draft
    .filter((each) => each.parent === parent)
    .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))

/** A new reason, the last under its parent, without a name yet. */
export function addReason(
  draft: ReasonsDraft,
  parent: string | null,
): { readonly draft: ReasonsDraft; readonly id: string } {
  const above = draft.find(({ id }) => id === parent)
  const id = newKey()
  const reason: StoredReason = {
    id,
    parent,
    name: { en: '' },
    icon: above?.icon ?? 'more',
    planned: above?.planned ?? false,
    cause: above?.cause ?? 'machine',
    rank: siblings(draft, parent).length + 1,
    overrunSeconds: null,
    alarms: [],
    states: [],
    retired: false,
    used: false,
    used30Days: 0,
  }
  return { draft: [...draft, reason], id }
}

/** A reason that is planned no longer has no time after which it would be unplanned. */
export function changeReason(
  draft: ReasonsDraft,
  id: string,
  part: Partial<StoredReason>,
): ReasonsDraft {
  return draft.map((each) => {
    if (each.id !== id) return each
    const changed = { ...each, ...part }
    return changed.planned ? changed : { ...changed, overrunSeconds: null }
  })
}

/** Moves a reason to a place among those of the same parent, counted from 0. */
export function moveReason(draft: ReasonsDraft, id: string, place: number): ReasonsDraft {
  const moved = draft.find((each) => each.id === id)
  if (!moved) return draft
  const others = siblings(draft, moved.parent).filter((each) => each !== moved)
  const order = others.toSpliced(Math.max(0, place), 0, moved)
  const ranks = new Map(order.map((each, index) => [each.id, index + 1]))
  return draft.map((each) => ({ ...each, rank: ranks.get(each.id) ?? each.rank }))
}

/** The place of a reason among those of the same parent, counted from 0. */
export function placeOf(draft: ReasonsDraft, id: string): number {
  const found = draft.find((each) => each.id === id)
  return found ? siblings(draft, found.parent).findIndex((each) => each.id === id) : -1
}

export const childrenOf = (draft: ReasonsDraft, id: string) => siblings(draft, id)

/** Puts a reason under another one, or at the top, as the last. One with others under it stays at the top. */
export function putUnder(draft: ReasonsDraft, id: string, parent: string | null): ReasonsDraft {
  const found = draft.find((each) => each.id === id)
  if (!found || found.parent === parent || parent === id) return draft
  if (parent !== null && childrenOf(draft, id).length > 0) return draft
  const rank = siblings(draft, parent).length + 1
  return draft.map((each) => (each.id === id ? { ...each, parent, rank } : each))
}

/** May it be removed? One that a label has or had is retired in place of that. */
export const isRemovable = (draft: ReasonsDraft, { id, used }: StoredReason) =>
  !used && childrenOf(draft, id).every((child) => !child.used)

/** Without a reason and without those under it. */
export const removeReason = (draft: ReasonsDraft, id: string): ReasonsDraft =>
  draft.filter((each) => each.id !== id && each.parent !== id)

const same = (text: string) => text.trim().toLowerCase()

/** The first reason why a list cannot be saved; null when it can. */
export function findReasonFault(draft: ReasonsDraft): ReasonFault | null {
  if (draft.length > reasonLimits.reasons) {
    return { id: draft.at(-1)?.id ?? '', kind: 'tooMany' }
  }
  const names = new Map<string, string>()
  const alarms = new Map<string, string>()
  const states = new Map<number, string>()
  for (const reason of draft) {
    const { id, parent, name, retired, overrunSeconds } = reason
    if (name.en.trim() === '') return { id, kind: 'noName' }
    if (overrunSeconds !== null && !isOverrun(overrunSeconds)) return { id, kind: 'overrun' }
    // What is retired is offered nowhere: it may be called as another one, and is proposed for nothing.
    if (retired) continue
    const key = `${parent} ${same(name.en)}`
    const twin = names.get(key)
    if (twin !== undefined) return { id, kind: 'sameName', other: twin }
    names.set(key, id)
    for (const alarm of reason.alarms) {
      const place = `${alarm.kind} ${alarm.value}`
      const other = alarms.get(place)
      if (other !== undefined) return { id, kind: 'sameAlarm', other, what: alarm.value }
      alarms.set(place, id)
    }
    for (const state of reason.states) {
      const other = states.get(state)
      if (other !== undefined) return { id, kind: 'sameState', other, what: String(state) }
      states.set(state, id)
    }
  }
  return null
}

const isOverrun = (seconds: number) =>
  Number.isInteger(seconds) && seconds >= 1 && seconds <= reasonLimits.overrunSeconds

/** The list as it is sent: names without blanks around them and without empty languages, ranks from 1 without gaps. */
export function wireOfDraft(draft: ReasonsDraft) {
  return reasonTree(draft)
    .flatMap(({ top, children }, index) => [
      { ...top, parent: null, rank: index + 1 },
      ...children.map((child, place) => ({ ...child, rank: place + 1 })),
    ])
    .map(({ used: _used, used30Days: _used30Days, name, alarms, states, ...reason }) => ({
      ...reason,
      name: trimmed(name),
      alarms: [...alarms],
      states: [...states],
    }))
}

function trimmed({ en, ...others }: Reason['name']): Reason['name'] {
  const kept = Object.entries(others).flatMap(([language, text]) => {
    const clean = text?.trim() ?? ''
    return clean === '' ? [] : [[language, clean]]
  })
  return { en: en.trim(), ...Object.fromEntries(kept) }
}

export const sameReasons = (a: ReasonsDraft, b: ReasonsDraft) =>
  JSON.stringify(wireOfDraft(a)) === JSON.stringify(wireOfDraft(b))

/** A list to begin with, as it is edited. */
export const draftOfTemplate = (reasons: readonly Omit<StoredReason, 'used' | 'used30Days'>[]) =>
  reasons.map((reason) => ({ ...reason, used: false, used30Days: 0 }))
