import type { MachineProgress, ShiftProgress } from '@packboard/contract'
import type { ShiftPacks } from '@packboard/model'
import { formatCount } from '../i18n/formatNumber.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { AheadOrBehind, ExplainShift, ProgressBar } from './ProgressBar.tsx'
import styles from './ProgressLine.module.css'
import { useClosedWords } from './useShiftProgress.ts'

/** The shift in one line: due, made, forecast of the target. */
export function ProgressLine({
  packs: { made, due, ofShift, forecast },
  machines,
  shift,
  at,
  large = false,
}: {
  packs: ShiftPacks
  /** What the figures are sums of, for their explanation. */
  machines: readonly MachineProgress[]
  shift: NonNullable<ShiftProgress['shift']>
  at: Date
  /** On a tablet. */
  large?: boolean
}) {
  const say = useTexts('shiftProgress')
  const closed = useClosedWords(machines, shift)
  const hasTarget = due !== null && ofShift !== null && ofShift > 0
  return (
    <section
      className={styles.line}
      data-large={large}
      aria-label={say('title', { shift: shift.name })}
    >
      <b className={styles.shift}>{shift.name}</b>
      <dl>
        {hasTarget && <Value name={say('due')}>{formatCount(due)}</Value>}
        <Value name={say('made')}>{formatCount(made)}</Value>
        {forecast !== null && (
          <Value name={say('forecast')}>
            {formatCount(forecast)}
            {hasTarget && <small> {say('ofTarget', { target: formatCount(ofShift) })}</small>}
          </Value>
        )}
        {forecast === null && hasTarget && (
          <Value name={say('target')}>{formatCount(ofShift)}</Value>
        )}
      </dl>
      {closed && <small>{closed}</small>}
      {hasTarget && (
        <>
          <ProgressBar {...{ made, due, ofShift }} />
          <AheadOrBehind {...{ made, due }} />
        </>
      )}
      <ExplainShift {...{ machines, shift, at }} packs={{ made, due, ofShift, forecast }} />
    </section>
  )
}

function Value({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
