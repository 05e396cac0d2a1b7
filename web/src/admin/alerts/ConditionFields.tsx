import { MultiSelect, TextInput } from '@mantine/core'
import type { AlertRuleWire } from '@packboard/contract'
import { type AlertKind, alarmGroupKeys, machineStates } from '@packboard/model'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { useReasons } from '../../reasons/useReasons.ts'
import { ChoiceSelect, dropdown } from '../../ui/ChoiceSelect.tsx'
import styles from './RuleEditor.module.css'
import { NumberPart, TimePart } from './RuleFields.tsx'

type Condition = AlertRuleWire['condition']
type Of<Kind extends AlertKind> = Extract<Condition, { kind: Kind }>

const mostPacks = 100_000_000
const mostRecords = 1_000_000

/** What belongs to the kind of a rule: lengths of time, shares, packs, and what it is limited to. */
export function ConditionFields({
  condition,
  change,
}: {
  condition: Condition
  change: (condition: Condition) => void
}) {
  const say = useTexts('alertRules')
  const percent = (value: number, least: number, most: number, set: (value: number) => void) => (
    <NumberPart
      label={say('percent')}
      unit="%"
      whole={false}
      {...{ value, least, most }}
      change={set}
    />
  )
  switch (condition.kind) {
    case 'stoppedLonger':
    case 'lineStoppedLonger':
    case 'offlineLonger':
    case 'clockOff':
    case 'recorderSilent':
      return (
        <TimePart
          label={say('duration')}
          seconds={condition.seconds}
          change={(seconds) => change({ ...condition, seconds })}
        />
      )
    case 'inState':
      return <InState {...{ condition, change }} />
    case 'alarm':
      return <Alarm {...{ condition, change }} />
    case 'speedUnder':
      return (
        <>
          {percent(condition.percent, 1, 1_000, (value) =>
            change({ ...condition, percent: value }),
          )}
          <span className={styles.word}>{say('ofTargetFor')}</span>
          <TimePart
            label={say('duration')}
            seconds={condition.seconds}
            change={(seconds) => change({ ...condition, seconds })}
          />
        </>
      )
    case 'rejectsOver':
      return (
        <>
          {percent(condition.percent, 0, 1_000, (value) =>
            change({ ...condition, percent: value }),
          )}
          <span className={styles.word}>{say('ofPacks')}</span>
          <NumberPart
            label={say('packs')}
            unit={say('packsUnit')}
            value={condition.packs}
            least={1}
            most={mostRecords}
            change={(packs) => change({ ...condition, packs })}
          />
        </>
      )
    case 'behindPlan':
      return (
        <NumberPart
          label={say('packs')}
          unit={say('packsUnit')}
          value={condition.packs}
          least={1}
          most={mostPacks}
          change={(packs) => change({ ...condition, packs })}
        />
      )
    case 'oeeeUnder':
    case 'recorderFilling':
      return percent(condition.percent, 1, 100, (value) => change({ ...condition, percent: value }))
    case 'withoutReason':
      return (
        <>
          {percent(condition.percent, 0, 100, (value) => change({ ...condition, percent: value }))}
          <span className={styles.word}>{say('ofStopTime')}</span>
        </>
      )
    case 'setAside':
      return (
        <>
          <NumberPart
            label={say('records')}
            value={condition.records}
            least={1}
            most={mostRecords}
            change={(records) => change({ ...condition, records })}
          />
          <span className={styles.word}>{say('recordsIn')}</span>
          <NumberPart
            label={say('minutes')}
            unit="min"
            value={condition.minutes}
            least={1}
            most={1_440}
            change={(minutes) => change({ ...condition, minutes })}
          />
        </>
      )
    default:
      return null
  }
}

const sides = ['own', 'external'] as const
const any = ''

/** What the stops of a rule are limited to: a reason, a group of alarms, whose they are. */
export function StopLimits({
  clientId,
  condition,
  change,
}: {
  clientId: number
  condition: Of<'stoppedLonger'>
  change: (condition: Condition) => void
}) {
  const say = useTexts('alertRules')
  const { groups, nameOf } = useReasons(clientId)
  const { seconds, reasonId, alarmGroup, side, withoutReason, kind } = condition
  const unnamed = 'unnamed'
  const reasons = groups.flatMap(({ top, children }) => [top, ...children])
  return (
    <>
      <span className={styles.word}>{say('only')}</span>
      <ChoiceSelect
        className={styles.choice ?? ''}
        aria-label={say('reason')}
        searchable={reasons.length > 8}
        data={[
          { value: any, label: say('anyReason') },
          { value: unnamed, label: say('noReasonYet') },
          ...reasons.map(({ id }) => ({ value: id, label: nameOf(id) })),
        ]}
        value={withoutReason ? unnamed : (reasonId ?? any)}
        onChange={(value) =>
          change({
            ...{ kind, seconds, alarmGroup, side },
            ...(value === unnamed && { withoutReason: true }),
            ...(value !== unnamed && value !== any && value !== null && { reasonId: value }),
          })
        }
      />
      <GroupChoice
        value={alarmGroup}
        change={(group) => change({ ...condition, alarmGroup: group })}
      />
      <ChoiceSelect
        className={styles.choice ?? ''}
        aria-label={say('side')}
        data={[
          { value: any, label: say('anySide') },
          ...sides.map((value) => ({ value: value as string, label: say(value) })),
        ]}
        value={side ?? any}
        onChange={(value) => change({ ...condition, side: sides.find((each) => each === value) })}
      />
    </>
  )
}

/** The group of an alarm. */
function GroupChoice({
  value,
  change,
}: {
  value: string | undefined
  change: (group: string | undefined) => void
}) {
  const say = useTexts('alertRules')
  const known = alarmGroupKeys.some((group) => group === value)
  return (
    <ChoiceSelect
      className={styles.choice ?? ''}
      aria-label={say('alarmGroup')}
      data={[
        { value: any, label: say('anyGroup') },
        ...alarmGroupKeys.map((group) => ({ value: group as string, label: group })),
        ...(value === undefined || known ? [] : [{ value, label: value }]),
      ]}
      value={value ?? any}
      onChange={(group) => change(group === any || group === null ? undefined : group)}
    />
  )
}

function InState({
  condition,
  change,
}: {
  condition: Of<'inState'>
  change: (condition: Condition) => void
}) {
  const say = useTexts('alertRules')
  const sayState = useTexts('states')
  return (
    <>
      <MultiSelect
        className={styles.wide ?? ''}
        aria-label={say('states')}
        placeholder={condition.states.length === 0 ? say('chooseStates') : ''}
        data={machineStates
          .filter(({ code }) => code > 0)
          .map(({ code }) => ({ value: String(code), label: stateWord(code, sayState) }))}
        value={condition.states.map(String)}
        searchable
        maxDropdownHeight={280}
        comboboxProps={dropdown}
        error={condition.states.length === 0 && say('wrongStates')}
        onChange={(codes) => change({ ...condition, states: codes.map(Number) })}
      />
      <TimePart
        label={say('duration')}
        seconds={condition.seconds}
        change={(seconds) => change({ ...condition, seconds })}
      />
    </>
  )
}

function Alarm({
  condition,
  change,
}: {
  condition: Of<'alarm'>
  change: (condition: Condition) => void
}) {
  const say = useTexts('alertRules')
  const { kind, group, text, times, minutes } = condition
  return (
    <>
      <GroupChoice value={group} change={(next) => change({ ...condition, group: next })} />
      <TextInput
        className={styles.wide ?? ''}
        aria-label={say('alarmText')}
        placeholder={say('anyText')}
        maxLength={500}
        value={text ?? ''}
        onChange={(event) => {
          const typed = event.currentTarget.value
          change({ ...condition, text: typed.trim() === '' ? undefined : typed })
        }}
      />
      <NumberPart
        label={say('times')}
        value={times}
        least={1}
        most={1_000}
        change={(next) =>
          // One alarm needs no time.
          change(
            next === 1
              ? { kind, group, text, times: next }
              : { ...condition, times: next, minutes: minutes ?? 30 },
          )
        }
      />
      <span className={styles.word}>{say('timesIn')}</span>
      {minutes !== undefined && (
        <NumberPart
          label={say('minutes')}
          unit="min"
          value={minutes}
          least={1}
          most={1_440}
          change={(next) => change({ ...condition, minutes: next })}
        />
      )}
    </>
  )
}
