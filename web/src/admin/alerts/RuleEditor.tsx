import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core'
import type { AlertRulesAnswer, AlertRuleWire } from '@packboard/contract'
import {
  type AlertKind,
  type AlertSeverity,
  alertKinds,
  alertLimits,
  alertSeverities,
} from '@packboard/model'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconTrash } from '../../icons/furtherIcons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { BackTest, useBackTest } from './BackTest.tsx'
import { ConditionFields, StopLimits } from './ConditionFields.tsx'
import { LineLimits } from './LineLimits.tsx'
import styles from './RuleEditor.module.css'
import { TimePart } from './RuleFields.tsx'
import {
  newCondition,
  newWhen,
  type RuleDraft,
  type RuleFault,
  ruleFault,
  timeText,
} from './ruleDraft.ts'
import { conditionName } from './ruleWords.ts'
import { HoursFields, MachinesField, WhenField } from './ScopeFields.tsx'
import { StepsEditor } from './StepsEditor.tsx'

/** What can be true for an instant; the others have a time of their own, or none. */
const holding: readonly AlertKind[] = ['rejectsOver', 'oeeeUnder', 'behindPlan', 'recorderFilling']

const repeats = [300, 900, 1_800, 3_600, 14_400]

const faultWords = {
  time: 'wrongTime',
  number: 'check',
  states: 'wrongStates',
  machines: 'wrongMachines',
  hours: 'wrongHours',
  name: 'wrongName',
  steps: 'check',
} as const satisfies Record<RuleFault, string>

/** A rule as a sentence of choices, who is informed, and beside it when it would have opened. */
export function RuleEditor({
  clientId,
  rule: before,
  isNew,
  recipients,
  saving,
  problem,
  save,
  remove,
  close,
}: {
  clientId: number
  rule: RuleDraft
  isNew: boolean
  recipients: AlertRulesAnswer['recipients']
  saving: boolean
  /** Why it was not saved. */
  problem: ReactNode
  save: (rule: RuleDraft) => void
  remove: () => void
  close: () => void
}) {
  const say = useTexts('alertRules')
  const sayState = useTexts('states')
  const [rule, setRule] = useState(before)
  const [anyway, setAnyway] = useState(false)
  const [tried, setTried] = useState(false)
  const usualName = conditionName(rule.condition, say, sayState).slice(0, alertLimits.nameLength)
  const whole = { ...rule, name: rule.name.trim() || usualName }
  const fault = ruleFault(whole)
  const test = useBackTest(clientId, whole)
  const set = (part: Partial<AlertRuleWire>) => setRule({ ...rule, ...part })
  const choose = (kind: AlertKind) =>
    // A name that was made of the condition follows it.
    set({
      condition: newCondition(kind),
      when: newWhen(kind),
      ...(rule.name === conditionName(rule.condition, say, sayState) && { name: '' }),
    })
  const blocked = test.wantsAnyway && !anyway
  return (
    <Panel
      title={isNew ? say('newRule') : before.name}
      level={3}
      className={styles.editor}
      actions={
        <span className={styles.on}>
          {say('ruleOn')}
          <Switch label={say('ruleOn')} on={rule.enabled} change={(enabled) => set({ enabled })} />
        </span>
      }
    >
      <div className={styles.columns}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault()
            setTried(true)
            if (fault === null && !blocked && !saving) save(inOrder(whole))
          }}
        >
          {problem}
          {tried && fault !== null && <ErrorNote>{say(faultWords[fault])}</ErrorNote>}
          <div className={styles.sentence}>
            <span className={styles.word}>{say('when')}</span>
            <MachinesField
              clientId={clientId}
              machines={rule.machines}
              change={(machines) => set({ machines })}
            />
            <ChoiceSelect
              className={styles.kind ?? ''}
              aria-label={say('condition')}
              maxDropdownHeight={420}
              data={alertKinds.map((kind) => ({
                value: kind as string,
                label: say(`kind.${kind}`),
              }))}
              value={rule.condition.kind}
              onChange={(value) => {
                const kind = alertKinds.find((each) => each === value)
                if (kind && kind !== rule.condition.kind) choose(kind)
              }}
            />
            <ConditionFields
              key={rule.condition.kind}
              condition={rule.condition}
              change={(condition) => set({ condition })}
            />
            <span className={styles.pair}>
              <span className={styles.word}>{say('inTime')}</span>
              <WhenField when={rule.when} change={(when) => set({ when })} />
            </span>
          </div>
          {rule.condition.kind === 'stoppedLonger' && (
            <div className={styles.sentence}>
              <StopLimits
                clientId={clientId}
                condition={rule.condition}
                change={(condition) => set({ condition })}
              />
            </div>
          )}
          {rule.condition.kind === 'lineStoppedLonger' && (
            <div className={styles.sentence}>
              <LineLimits
                clientId={clientId}
                condition={rule.condition}
                change={(condition) => set({ condition })}
              />
            </div>
          )}
          <HoursFields when={rule.when} change={(when) => set({ when })} />
          <StepsEditor
            steps={rule.steps}
            recipients={recipients}
            change={(steps) => set({ steps })}
          />
          <Further {...{ rule, set, usualName }} />
          {test.wantsAnyway && (
            <Checkbox
              label={say('anyway')}
              checked={anyway}
              onChange={(event) => setAnyway(event.currentTarget.checked)}
            />
          )}
          <div className={styles.foot}>
            {!isNew && (
              <Button variant="subtle" leftSection={<IconTrash size={16} />} onClick={remove}>
                {say('remove')}
              </Button>
            )}
            <span className={styles.buttons}>
              <Button variant="default" onClick={close}>
                {say('cancel')}
              </Button>
              <BusyButton type="submit" disabled={blocked} busy={saving ? say('saving') : null}>
                {say('save')}
              </BusyButton>
            </span>
          </div>
        </form>
        <BackTest clientId={clientId} test={test} />
      </div>
    </Panel>
  )
}

/** Steps are sent in the order of their times, as they go out. */
const inOrder = (rule: RuleDraft): RuleDraft => ({
  ...rule,
  steps: rule.steps.toSorted((a, b) => a.afterSeconds - b.afterSeconds),
})

/** What few rules change: repetition, urgency, name, words, and how long it has to hold. */
function Further({
  rule,
  set,
  usualName,
}: {
  rule: RuleDraft
  set: (part: Partial<AlertRuleWire>) => void
  usualName: string
}) {
  const say = useTexts('alertRules')
  const never = ''
  const { repeatSeconds, severity, forSeconds } = rule
  const offered =
    repeatSeconds === undefined || repeats.includes(repeatSeconds)
      ? repeats
      : [...repeats, repeatSeconds]
  const isSeverity = (word: string | null): word is AlertSeverity =>
    alertSeverities.some((one) => one === word)
  return (
    <div className={styles.further}>
      <ChoiceSelect
        label={say('repeat')}
        disabled={rule.steps.length === 0}
        data={[
          { value: never, label: say('never') },
          ...offered.map((seconds) => ({
            value: String(seconds),
            label: say('every', { time: timeText(seconds) }),
          })),
        ]}
        value={repeatSeconds === undefined ? never : String(repeatSeconds)}
        onChange={(value) => set({ repeatSeconds: value ? Number(value) : undefined })}
      />
      <ChoiceSelect
        label={say('severity')}
        data={alertSeverities.map((value) => ({
          value: value as string,
          label: say(`severity.${value}`),
        }))}
        value={severity}
        onChange={(value) => {
          if (isSeverity(value)) set({ severity: value })
        }}
      />
      {(forSeconds !== undefined || holding.includes(rule.condition.kind)) && (
        <div className={styles.holds}>
          <span aria-hidden="true">{say('holds')}</span>
          <TimePart
            label={say('holds')}
            placeholder={say('atOnce')}
            hint={say('holdsHint')}
            seconds={forSeconds}
            change={(seconds) => set({ forSeconds: seconds })}
            empty={() => set({ forSeconds: undefined })}
          />
        </div>
      )}
      <TextInput
        className={styles.whole ?? ''}
        label={say('name')}
        placeholder={usualName}
        maxLength={alertLimits.nameLength}
        value={rule.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        className={styles.whole ?? ''}
        label={say('text')}
        placeholder={say('textHint')}
        maxLength={alertLimits.textLength}
        rows={2}
        value={rule.text ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value.replaceAll('\n', ' ')
          set({ text: text.trim() === '' ? undefined : text })
        }}
      />
    </div>
  )
}
