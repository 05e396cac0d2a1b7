import '@mantine/core/styles/ScrollArea.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import { Button, TextInput } from '@mantine/core'
import { connectionLimits, connectorForms, namedDictionaries } from '@packboard/contract'
import { machineStates } from '@packboard/model'
import { IconButton } from '../../crud/IconButton.tsx'
import { formatCount } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import styles from './ConnectionView.module.css'
import type { Entered, Faults, LineFault, TableLine } from './connectionForm.ts'

const { dictionaryWords, wordLength } = connectionLimits

/** What the states of a machine are called: by a known dictionary, or by a table of its own. */
export function DictionaryPanel({
  entered: { connector, dictionary: chosen, table },
  faults,
  refused,
  change,
}: {
  entered: Entered
  /** Once the person has tried to save. */
  faults: Faults | undefined
  /** What the server said of it. */
  refused: string | undefined
  change: (changes: Partial<Entered>) => void
}) {
  const say = useTexts('connection')
  const labels = { 'iso-tr88': say('standard'), libremfg: 'libremfg', tmc: 'TMC' } as const
  const { isDictionaryRequired } = connectorForms[connector]
  const dictionary = chosen ?? (isDictionaryRequired ? null : 'iso-tr88')
  const opcUa = useTexts('opcUa')
  const isFull = table.length >= dictionaryWords
  return (
    <Panel
      title={say('states')}
      className={styles.step}
      actions={
        <Segmented
          label={say('dictionary')}
          value={dictionary ?? ''}
          options={[
            ...namedDictionaries.map((value) => ({ value, label: labels[value] })),
            { value: 'own' as const, label: say('ownTable') },
          ]}
          choose={(value) => value !== '' && change({ dictionary: value })}
        />
      }
    >
      <div className={styles.body}>
        {faults?.dictionary && <ErrorNote>{say('dictionaryMissing')}</ErrorNote>}
        {refused !== undefined && <ErrorNote>{refused}</ErrorNote>}
        <p className={styles.note}>
          {isDictionaryRequired ? say('dictionaryHint') : opcUa('dictionaryHint')}
        </p>
        {dictionary === 'own' && (
          <>
            <ol className={styles.table}>
              {table.map((line, index) => (
                <Line
                  key={line.key}
                  {...{ line, index }}
                  fault={faults?.lines.get(line.key)}
                  isOnly={table.length === 1}
                  change={(changes) =>
                    change({
                      table: table.map((one) => (one === line ? { ...one, ...changes } : one)),
                    })
                  }
                  remove={() => change({ table: table.filter((one) => one !== line) })}
                />
              ))}
            </ol>
            <div>
              <Button
                variant="default"
                size="xs"
                disabled={isFull}
                leftSection={<IconPlus size={16} />}
                onClick={() => {
                  const key = Math.max(...table.map((line) => line.key)) + 1
                  change({ table: [...table, { key, word: '', code: null }] })
                }}
              >
                {say('addLine')}
              </Button>
            </div>
            {isFull && (
              <p className={styles.note}>
                {say('tableFull', { most: formatCount(dictionaryWords) })}
              </p>
            )}
          </>
        )}
      </div>
    </Panel>
  )
}

function Line({
  line: { word, code },
  index,
  fault,
  isOnly,
  change,
  remove,
}: {
  line: TableLine
  index: number
  fault: LineFault | undefined
  isOnly: boolean
  change: (changes: Partial<TableLine>) => void
  remove: () => void
}) {
  const say = useTexts('connection')
  const sayState = useTexts('states')
  const line = String(index + 1)
  return (
    <li>
      <span className={`digits ${styles.number}`}>{line}</span>
      <TextInput
        aria-label={say('wordOf', { line })}
        placeholder={say('word')}
        value={word}
        error={fault?.of === 'word' && <FaultWords fault={fault} />}
        onChange={(event) => change({ word: event.currentTarget.value })}
      />
      <ChoiceSelect
        aria-label={say('stateOf', { line })}
        placeholder={say('state')}
        data={machineStates.map((state) => ({
          value: String(state.code),
          label: `${state.code} ${stateWord(state.code, sayState)}`,
        }))}
        value={code === null ? null : String(code)}
        error={fault?.of === 'code' && <FaultWords fault={fault} />}
        searchable
        maxDropdownHeight={280}
        onChange={(value) => change({ code: value === null ? null : Number(value) })}
      />
      <IconButton
        label={say('removeLine', { line })}
        icon={IconTrash}
        disabled={isOnly}
        onClick={remove}
      />
    </li>
  )
}

function FaultWords({ fault }: { fault: LineFault }) {
  const say = useTexts('connection')
  if (fault.fault === 'twice') return say('lineTwice', { first: String(fault.first) })
  if (fault.fault === 'long') return say('lineLong', { most: formatCount(wordLength) })
  return say(fault.fault === 'empty' ? 'lineEmpty' : 'lineStateless')
}
