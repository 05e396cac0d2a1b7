import type { StopRow } from '@packboard/contract'
import { machineStates } from '@packboard/model'
import { bandLooks, shownBand, shownShape } from '../charts/bandLook.ts'
import { GroupChip } from '../charts/GroupChip.tsx'
import { reportedText } from '../i18n/reportedText.ts'
import { stateWord, stateWordOf } from '../i18n/stateWords.ts'
import { textsOf, useTexts } from '../i18n/useTexts.ts'
import { Glyph } from '../ui/Glyph.tsx'
import styles from './stopNames.module.css'
import type { StopSelection } from './stopSearch.ts'

const codes = new Map(machineStates.map(({ name, code }) => [name, code]))

/** What stopped the machine first: its alarm, or that there was none and the state. */
export function StopCauseName({
  stop: { group, cause },
}: {
  stop: Pick<StopRow, 'group' | 'cause'>
}) {
  const say = useTexts('production')
  const sayState = useTexts('states')
  return (
    <span className={styles.cause}>
      {group ? <GroupChip group={group} /> : <StateGlyph code={codes.get(cause) ?? -1} />}
      <span>{group ? cause : say('noAlarm', { state: stateWordOf(cause, sayState) })}</span>
    </span>
  )
}

/** A state with its glyph. */
export function StateName({ code }: { code: number }) {
  const sayState = useTexts('states')
  return (
    <span className={styles.state}>
      <StateGlyph code={code} />
      {stateWord(code, sayState)}
    </span>
  )
}

/** The glyph of a state in its colour. */
export function StateGlyph({ code }: { code: number }) {
  return (
    <span
      className={styles.glyph}
      style={{ color: bandLooks[shownBand(code, false)].chipColour }}
      data-chart-key
    >
      <Glyph shape={shownShape(code, false)} size={12} />
    </span>
  )
}

/** What is selected, as its chart calls it. */
export function selectionName({ figure, part, partGroup }: StopSelection): string {
  const say = textsOf('stops')
  switch (figure) {
    case 'all':
      return say('everyStop')
    case 'cause':
      return partGroup === ''
        ? textsOf('production')('noAlarm', { state: stateWordOf(part) })
        : part
    case 'state':
      return stateWordOf(part)
    case 'alarmGroup':
      return part
    case 'product':
      return part === 'No product' ? textsOf('production')('noProduct') : reportedText(part)
    default:
      return textsOf('states')(figure)
  }
}
