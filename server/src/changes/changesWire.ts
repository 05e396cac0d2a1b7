import type { ChangeRow, changeMeasures } from '@packboard/contract'
import type { Changes } from './judgeChanges.ts'
import { isWorse, type Judged } from './worseAfter.ts'

/** A change with its figures, in the words of the wire. */
export function changeRowWire({ moment, figures, verdicts, rank }: Judged<Changes>): ChangeRow {
  const measured = (measure: (typeof changeMeasures)[number]) => {
    const verdict = verdicts[measure]
    return {
      before: figures?.before[measure] ?? null,
      after: figures?.after[measure] ?? null,
      p: verdict?.p ?? null,
      adjusted: verdict?.adjusted ?? null,
      isWorse: verdict?.isWorse ?? false,
    }
  }
  return {
    at: new Date(moment.at),
    changes: moment.rows.map(({ machineId: _, ...row }) => row),
    rank,
    isWorse: isWorse({ verdicts }),
    figures: figures && {
      stops: measured('stops'),
      rejects: measured('rejects'),
      speed: measured('speed'),
    },
  }
}
