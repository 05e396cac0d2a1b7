import { type EarlierKind, earlierKinds, filterPeriod } from '@packboard/model'
import { useNavigate } from '@tanstack/react-router'
import { comparedText } from '../filter/filterText.ts'
import type { AsOf } from '../filter/filterWire.ts'
import { useTexts } from '../i18n/useTexts.ts'
import { usePageTimes } from '../time/zone.ts'
import { SoonSelect } from '../ui/SoonSelect.tsx'
import styles from './EarlierSwitch.module.css'
import { useEarlierKind } from './earlierAsOf.ts'

const nothing = 'nothing'

type Compared = {
  /** The window that the figures are compared with, if any. */
  readonly earlier: AsOf | null
  /** The figures of the page are there. */
  readonly known: boolean
}

/** What the figures of the page are compared with. The choice is in the address. */
export function EarlierSwitch({
  earlier,
  known,
  alone = false,
}: Compared & {
  /** The window of the comparison is shown elsewhere. */
  alone?: boolean
}) {
  const say = useTexts('compare')
  const kind = useEarlierKind()
  const navigate = useNavigate()
  const { factory } = usePageTimes()
  const offered = earlierKinds.filter(
    (each) => each !== 'shift' || each === kind || (factory?.starts.length ?? 0) > 0,
  )
  const choose = (chosen: EarlierKind | undefined) =>
    void navigate({
      to: '.',
      search: ({ with: _, ...rest }: { with?: string }) => ({
        ...rest,
        ...(chosen && { with: chosen }),
      }),
      resetScroll: false,
    })
  return (
    <div className={styles.choice} data-screen-only>
      <SoonSelect
        className={styles.select ?? ''}
        label={say('compareWith')}
        data={[
          { value: nothing, label: say('nothing') },
          ...offered.map((value) => ({ value, label: say(words[value]) })),
        ]}
        value={kind ?? nothing}
        comboboxProps={{ width: 'max-content' }}
        onChange={(value) => choose(earlierKinds.find((each) => each === value))}
      />
      {!alone && <ComparedWith {...{ earlier, known }} />}
    </div>
  )
}

/** Which window it is; nothing where nothing is compared. */
export function ComparedWith({ earlier, known }: Compared) {
  const say = useTexts('compare')
  if (useEarlierKind() === null || !known) return null
  return (
    <small role="status">
      {earlier ? say('comparedWith', { window: textOf(earlier) }) : say('noEarlier')}
    </small>
  )
}

function textOf({ filter, until }: AsOf): string {
  const { from, to } = filterPeriod(filter)
  return comparedText({ from, to: until === undefined ? to : new Date(until) }, filter.zone)
}

const words = { before: 'periodBefore', week: 'weekBefore', shift: 'shiftBefore' } as const
