import type { StopPart } from '@packboard/contract'
import type { LabelChange } from './labels.ts'

const secondMs = 1_000

/** Between which whole seconds a part can be split, as instants; null where it is too short. */
export function splitRange({ start, end }: Pick<StopPart, 'start' | 'end'>) {
  const first = Math.floor(start.getTime() / secondMs) * secondMs + secondMs
  const last = Math.ceil(end.getTime() / secondMs) * secondMs - secondMs
  return first <= last ? { first, last } : null
}

/**
 * The changes that split a part at an instant: one for each half that gets another reason. What they leave out stays as it
 * is. No time is moved: the halves together are the part.
 */
export function splitChanges(
  part: Pick<StopPart, 'start' | 'end' | 'reason' | 'labelId' | 'note'>,
  at: number,
  { first, second }: { readonly first: string | null; readonly second: string | null },
  untilRun: boolean,
): LabelChange[] {
  const replaces = part.labelId === null ? [] : [part.labelId]
  const cut = new Date(at).toISOString()
  const half = (from: string, to: string, reason: string | null, open: boolean): LabelChange[] =>
    reason === null || reason === part.reason
      ? []
      : [{ action: 'label', from, to, replaces, reason, note: part.note, untilRun: open }]
  return [
    ...half(part.start.toISOString(), cut, first, false),
    ...half(cut, part.end.toISOString(), second, untilRun),
  ]
}
