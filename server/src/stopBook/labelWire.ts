import type { LabelEntry, labelStop } from '@packboard/contract'
import type { NewLabel, StoredLabel } from '@packboard/management'
import { joinedPeriods } from '@packboard/model'
import type { z } from 'zod'
import { refused } from '../filter/filterWire.ts'

type Body = z.output<typeof labelStop.body>

/** What a call wants to be written. A merge is one label over parts that have some; taking back needs something to take. */
export function newLabelOf({ key, change }: Body, machineId: number): NewLabel {
  const least = { label: 0, merge: 2, takeBack: 1 }[change.action]
  if (new Set(change.replaces).size < least) {
    const what = least === 1 ? 'a label' : 'two labels'
    throw refused('change.replaces', `There must be ${what} at least.`)
  }
  const isLabel = change.action !== 'takeBack'
  return {
    ...{ machineId, key, replaces: change.replaces },
    from: change.from.getTime(),
    to: change.to.getTime(),
    untilRun: change.action !== 'merge' && change.untilRun,
    reason: isLabel ? change.reason : null,
    note: isLabel ? change.note : '',
  }
}

/** An entry in the words of the wire, with the time in it in which the machine ran. */
export function labelEntryWire(
  { id, from, to, untilRun, reason, note, by, at, replaces }: StoredLabel,
  runs: readonly { readonly from: number; readonly to: number }[],
): LabelEntry {
  return {
    labelId: id,
    from: new Date(from),
    to: new Date(to),
    ...{ untilRun, reason, note, by, at },
    replaces: [...replaces],
    voids: joinedPeriods(
      runs
        .map((run) => ({ from: Math.max(run.from, from), to: Math.min(run.to, to) }))
        .filter((span) => span.from < span.to)
        .map((span) => ({ from: new Date(span.from), to: new Date(span.to) })),
    ),
  }
}
