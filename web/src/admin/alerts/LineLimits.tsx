import type { AlertRuleWire } from '@packboard/contract'
import { useMachines } from '../../clients/clientQueries.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import styles from './RuleEditor.module.css'

type Condition = Extract<AlertRuleWire['condition'], { kind: 'lineStoppedLonger' }>

const sides = ['own', 'inherited'] as const
const any = ''

/** What the stops of a line are limited to: where their root is, or which machine it is. Machines of lines without a flow are never a root. */
export function LineLimits({
  clientId,
  condition,
  change,
}: {
  clientId: number
  condition: Condition
  change: (condition: Condition) => void
}) {
  const say = useTexts('alertRules')
  const { data } = useMachines(clientId)
  const roots = data?.machines.flatMap(({ machineId, hasFlow }) => (hasFlow ? [machineId] : []))
  const { kind, seconds, side, rootMachineId } = condition
  const set = (part: Pick<Condition, 'side' | 'rootMachineId'>) =>
    change({ ...{ kind, seconds, side, rootMachineId }, ...part })
  const isGone = rootMachineId !== undefined && !roots?.includes(rootMachineId)
  return (
    <>
      <span className={styles.word}>{say('only')}</span>
      <ChoiceSelect
        className={styles.choice ?? ''}
        aria-label={say('rootSide')}
        data={[
          { value: any, label: say('rootAnywhere') },
          { value: 'own', label: say('rootOwn') },
          { value: 'inherited', label: say('rootInherited') },
        ]}
        value={side ?? any}
        onChange={(value) => set({ side: sides.find((each) => each === value) })}
      />
      <ChoiceSelect
        className={styles.choice ?? ''}
        aria-label={say('rootMachine')}
        searchable={(roots?.length ?? 0) > 8}
        data={[
          { value: any, label: say('anyRoot') },
          ...(roots ?? []).map((id) => ({ value: id, label: id })),
          ...(isGone ? [{ value: rootMachineId, label: rootMachineId }] : []),
        ]}
        value={rootMachineId ?? any}
        onChange={(value) =>
          set({ rootMachineId: value === any || value === null ? undefined : value })
        }
      />
    </>
  )
}
