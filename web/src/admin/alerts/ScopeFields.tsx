import { Button, MultiSelect } from '@mantine/core'
import type { AlertRuleWire } from '@packboard/contract'
import { alertLimits } from '@packboard/model'
import { useMachines } from '../../clients/clientQueries.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { ChoiceSelect, dropdown } from '../../ui/ChoiceSelect.tsx'
import { TimeField } from '../../ui/TimeField.tsx'
import { WeekdayButtons } from '../../ui/WeekdayButtons.tsx'
import { useMachineTypes } from './alertQueries.ts'
import styles from './RuleEditor.module.css'
import { useRowKeys } from './useRowKeys.ts'

type Machines = AlertRuleWire['machines']
type When = AlertRuleWire['when']

const everyMachine = 'all'
const some = 'some'
const linePrefix = 'line:'
const typePrefix = 'type:'

function choiceOf(machines: Machines): string {
  if (machines === everyMachine) return everyMachine
  if ('lineName' in machines) return linePrefix + machines.lineName
  if ('machineTypeId' in machines) return typePrefix + machines.machineTypeId
  return some
}

function machinesOf(choice: string): Machines {
  if (choice.startsWith(linePrefix)) return { lineName: choice.slice(linePrefix.length) }
  if (choice.startsWith(typePrefix))
    return { machineTypeId: Number(choice.slice(typePrefix.length)) }
  return choice === some ? [] : everyMachine
}

/** Which machines a rule looks at: all, those of a line or of a type, or some by name. */
export function MachinesField({
  clientId,
  machines,
  change,
}: {
  clientId: number
  machines: Machines
  change: (machines: Machines) => void
}) {
  const say = useTexts('alertRules')
  const { data } = useMachines(clientId)
  const { types, nameOf } = useMachineTypes(clientId)
  const lines = new Set((data?.machines ?? []).map(({ lineName }) => lineName).filter(Boolean))
  const named = typeof machines === 'object' && !('length' in machines) ? machines : null
  if (named && 'lineName' in named) lines.add(named.lineName)
  const typeIds = new Set(types.keys())
  if (named && 'machineTypeId' in named) typeIds.add(named.machineTypeId)
  const choice = choiceOf(machines)
  return (
    <>
      <ChoiceSelect
        className={styles.choice ?? ''}
        aria-label={say('machines')}
        data={[
          { value: everyMachine, label: say('allMachines') },
          ...[...lines].map((line) => ({
            value: linePrefix + line,
            label: line,
          })),
          ...[...typeIds].map((id) => ({
            value: typePrefix + id,
            label: say('typeOf', { type: nameOf(id) }),
          })),
          { value: some, label: say('someMachines') },
        ]}
        value={choice}
        onChange={(value) => change(machinesOf(value ?? everyMachine))}
      />
      {choice === some && Array.isArray(machines) && (
        <MultiSelect
          className={styles.wide ?? ''}
          aria-label={say('chooseMachines')}
          placeholder={machines.length === 0 ? say('chooseMachines') : ''}
          data={[
            ...new Set([...(data?.machines ?? []).map(({ machineId }) => machineId), ...machines]),
          ]}
          value={machines}
          searchable
          maxValues={alertLimits.machines}
          maxDropdownHeight={280}
          comboboxProps={dropdown}
          error={machines.length === 0 && say('wrongMachines')}
          onChange={change}
        />
      )}
    </>
  )
}

const workday = { days: [1, 2, 3, 4, 5], from: '06:00', to: '22:00' }
const choices = ['planned', 'always', 'hours'] as const

/** When a rule counts: in planned time, always, or at hours of the client’s clock. */
export function WhenField({ when, change }: { when: When; change: (when: When) => void }) {
  const say = useTexts('alertRules')
  const choice = typeof when === 'string' ? when : 'hours'
  return (
    <ChoiceSelect
      className={styles.choice ?? ''}
      aria-label={say('time')}
      data={choices.map((value) => ({ value: value as string, label: say(value) }))}
      value={choice}
      onChange={(value) =>
        change(value === 'hours' ? [workday] : value === 'always' ? 'always' : 'planned')
      }
    />
  )
}

/** The hours of a rule, each with its days. */
export function HoursFields({ when, change }: { when: When; change: (when: When) => void }) {
  const say = useTexts('alertRules')
  const rows = useRowKeys(typeof when === 'string' ? 0 : when.length)
  if (typeof when === 'string') return null
  const set = (index: number, part: Partial<(typeof when)[number]>) =>
    change(when.map((one, place) => (place === index ? { ...one, ...part } : one)))
  return (
    <div className={styles.hours}>
      {when.map((one, index) => (
        <fieldset key={rows.keys[index]} className={styles.hoursRow} aria-label={say('hours')}>
          <WeekdayButtons days={one.days} change={(days) => set(index, { days })} />
          <TimeField
            label={say('from')}
            value={one.from}
            change={(from) => from && set(index, { from })}
          />
          <span aria-hidden="true">–</span>
          <TimeField label={say('to')} value={one.to} change={(to) => to && set(index, { to })} />
          {when.length > 1 && (
            <IconButton
              label={say('removeHours')}
              icon={IconTrash}
              onClick={() => {
                rows.remove(index)
                change(when.filter((_, place) => place !== index))
              }}
            />
          )}
        </fieldset>
      ))}
      {when.some(({ days }) => days.length === 0) && (
        <p className={styles.wrong}>{say('wrongHours')}</p>
      )}
      <div className={styles.hoursFoot}>
        <Button
          variant="subtle"
          size="xs"
          leftSection={<IconPlus size={16} />}
          disabled={when.length >= alertLimits.hours}
          onClick={() => change([...when, workday])}
        >
          {say('addHours')}
        </Button>
        <small>{say('hoursHint')}</small>
      </div>
    </div>
  )
}
