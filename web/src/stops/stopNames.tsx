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

type Cause = Pick<StopRow, 'group' | 'cause'>

/** What stopped the machine first, in words: its alarm, or that there was none and the state. */
export const causeText = ({ group, cause }: Cause): string =>
  group ? cause : textsOf('production')('noAlarm', { state: stateWordOf(cause) })

/** What a stop is named by: the reasons that people gave, else its cause. */
export function stopText(
  stop: Cause & Pick<StopRow, 'parts'>,
  nameOf: (reason: string) => string,
): string {
  const given = new Set(stop.parts.flatMap(({ reason }) => reason ?? []))
  const names = [...given].map(nameOf).filter(Boolean)
  return names.join(', ') || causeText(stop)
}

/** A cause with the mark of its group or its state. */
export function StopCauseName({ stop }: { stop: Cause }) {
  const { group, cause } = stop
  // Another language draws it again.
  useTexts('production')
  return (
    <span className={styles.cause}>
      <CauseMark {...{ group, cause }} />
      <span>{causeText(stop)}</span>
    </span>
  )
}

/** The group of an alarm, or the glyph of a state. */
export const CauseMark = ({ group, cause }: Cause) =>
  group ? <GroupChip group={group} /> : <StateGlyph code={codes.get(cause) ?? -1} />

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

/** What is selected, as its chart calls it; `reasonName` knows the names of reasons where some can be selected. */
export function selectionName(
  { figure, part, partGroup }: StopSelection,
  reasonName: (reason: string) => string = () => '',
): string {
  const say = textsOf('stops')
  switch (figure) {
    case 'reason':
      return reasonName(part) || say('oneReason')
    case 'plannedReason':
      return say('plannedPart', { name: reasonName(part) || say('oneReason') })
    case 'micro':
      return textsOf('production')('microStops')
    case 'plan':
      return textsOf('production')('takenByPlan')
    case 'unplanned':
      return say('unplannedStops')
    case 'all':
      return say('everyStop')
    case 'cause':
    case 'unnamed':
      return causeText({ group: partGroup, cause: part })
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
