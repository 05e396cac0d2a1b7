import { type ColumnUnit, changeOf, type Delta, doubtKeys, doubtOf } from '../compare/columns.ts'
import { DeltaLine } from '../compare/DeltaLine.tsx'
import { useTexts } from '../i18n/useTexts.ts'
import type { Metrics } from '../kpis/metrics.ts'

/** What decides whether two windows can be set against each other; undefined while it is on its way. */
export type ComparedBasis = { readonly now: Metrics; readonly before: Metrics } | undefined

/** The change of an amount that is better when it is less, such as the time of a cause; what was not there before is new. */
export function AmountChange({
  unit,
  ofTarget,
  now,
  before,
  basis,
}: {
  unit: ColumnUnit
  ofTarget: boolean
  now: number | null
  /** undefined: it did not occur. */
  before: number | null | undefined
  basis: ComparedBasis
}) {
  const say = useTexts('compare')
  if (!basis) return <DeltaLine unit={unit} delta={null} />
  const doubt = doubtOf(basis.now, basis.before, ofTarget)
  if (before === undefined && doubt === null) return <b>{say('newRow')}</b>
  const change = changeOf({ unit, better: 'less' }, now, before ?? 0)
  return <DeltaLine unit={unit} delta={change && ({ ...change, doubt } satisfies Delta)} />
}

/** Why no change is shown; nothing where each is. */
export function DoubtNote({ basis }: { basis: ComparedBasis }) {
  const say = useTexts('compare')
  const doubt = basis && doubtOf(basis.now, basis.before, false)
  return doubt ? <p role="status">{say(doubtKeys[doubt])}</p> : null
}
