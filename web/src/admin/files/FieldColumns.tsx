import { NumberInput } from '@mantine/core'
import {
  type lookAtRecordFile,
  type NumberField,
  numberFields,
  type RecordField,
  type RecordMapping,
  recordFields,
} from '@packboard/contract'
import { useTexts } from '../../i18n/useTexts.ts'
import { Panel } from '../../ui/Panel.tsx'
import { OneChoice } from './OneChoice.tsx'
import styles from './RecordFiles.module.css'

type Columns = ReturnType<(typeof lookAtRecordFile)['answer']['parse']>['columns']

/** No column has this name: heads are trimmed. */
const none = ' '

/** Which column fills which field, and what numbers are multiplied by. */
export function FieldColumns({
  mapping,
  columns,
  set,
}: {
  mapping: RecordMapping
  columns: Columns
  set: (changes: Partial<RecordMapping>) => void
}) {
  const say = useTexts('recordFiles')
  const fields: readonly RecordField[] = recordFields[mapping.kind]
  const choices = [
    { value: none, label: say('noColumn') },
    ...columns.map(({ name, examples: [example] }) => ({
      value: name,
      label: example === undefined ? name : `${name}  (${example.slice(0, 24)})`,
    })),
  ]
  const choose = (field: RecordField, name: string) => {
    const { [field]: _, ...others } = mapping.columns
    set({ columns: name === none ? others : { ...others, [field]: name } })
  }
  return (
    <Panel title={say('columns')}>
      <div className={styles.grid}>
        {fields.map((field) => (
          <div key={field} className={styles.field}>
            <OneChoice
              label={say(`field.${field}`)}
              value={mapping.columns[field] ?? none}
              choices={choices}
              choose={(name) => choose(field, name)}
            />
            {isNumber(field) && mapping.columns[field] !== undefined && (
              <NumberInput
                className={styles.factor ?? ''}
                aria-label={say('factor', { field: say(`field.${field}`) })}
                value={mapping.factors[field] ?? 1}
                min={0}
                hideControls
                leftSection="×"
                onChange={(value) => {
                  const factor = Number(value)
                  if (factor > 0) set({ factors: { ...mapping.factors, [field]: factor } })
                }}
              />
            )}
          </div>
        ))}
        <div className={styles.field}>
          <OneChoice
            label={say('clock')}
            value={mapping.clock ?? none}
            choices={choices}
            choose={(name) => set({ clock: name === none ? null : name })}
          />
        </div>
      </div>
    </Panel>
  )
}

const isNumber = (field: RecordField): field is NumberField =>
  numberFields.some((name) => name === field)
