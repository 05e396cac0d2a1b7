import { NumberInput } from '@mantine/core'
import {
  type LineRefusal,
  type lookAtRecordFile,
  type NumberField,
  numberFields,
  type RecordField,
  type RecordFileRow,
  type RecordMapping,
  recordFields,
  startRecordFile,
} from '@packboard/contract'
import { machineStates, unknownState } from '@packboard/model'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, failureText } from '../../api/call.ts'
import { formatCount, formatDecimals } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '../../icons/icons.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { Loadable } from '../../ui/Loadable.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { CancelFile, Counts, RefusedLines, Steps } from './FileParts.tsx'
import styles from './RecordFiles.module.css'
import { fieldWord, fileQueries, refusalWord, type Wish } from './recordFile.ts'
import { OneChoice, TextForm } from './TextForm.tsx'

/** A file that has arrived: what its columns are, with the first lines as they would be stored, then its dry run and its import. */
export function FileMapping({
  clientId,
  file,
  machines,
  changed,
}: {
  clientId: number
  file: RecordFileRow
  machines: readonly string[]
  changed: () => unknown
}) {
  const say = useTexts('recordFiles')
  const panel = useTexts('panel')
  const [machine, setMachine] = useState(
    file.machine ?? (machines.length === 1 ? machines[0] : null),
  )
  const [wish, setWish] = useState<Wish>({})
  /** The counts of the dry run are those of the mapping that stands here. */
  const [isChecked, setChecked] = useState(file.state === 'checked')
  const wanted = { ...wish, ...(machine && { machine }) }
  const query = useQuery(fileQueries.look(clientId, file.id, wanted))
  const one = useQuery({ ...fileQueries.one(clientId, file), enabled: isChecked })
  const starting = useMutation({
    mutationFn: ({ mapping, dryRun }: { mapping: RecordMapping; dryRun: boolean }) =>
      call(startRecordFile, {
        params: { clientId, fileId: file.id },
        body: { mapping, dryRun, ...(machine && { machine }) },
      }),
    onSuccess: async (_, { dryRun }) => {
      await changed()
      // A dry run of a small file may be over by now; of a larger one this place is taken by its progress.
      setChecked(dryRun)
    },
  })
  const change = (next: Wish) => {
    setChecked(false)
    setWish(next)
  }
  const checked = isChecked ? file.checked : null
  return (
    <Loadable query={query} emptyText={panel('notAvailable')} isEmpty={() => false} saysLoading>
      {(look) => {
        const mapping = wish.mapping ?? look.mapping
        const set = (changes: Partial<RecordMapping>) =>
          change({ mapping: { ...mapping, ...changes } })
        return (
          <div className={styles.parts}>
            <Panel
              title={file.name}
              sub={look.format.toUpperCase()}
              actions={<CancelFile {...{ clientId, file, changed }} />}
            >
              <Steps now={checked ? 'stepCheck' : 'stepColumns'} />
              {look.isSaved && (
                <p className={styles.note}>
                  <IconCircleCheck size={16} />
                  {say('isSaved')}
                </p>
              )}
              {look.isAmbiguous && (
                <p className={styles.note} data-warns>
                  <IconAlertTriangle size={16} />
                  {say('isAmbiguous')}
                </p>
              )}
              <TextForm
                {...{ mapping, machines, machine, set }}
                format={look.format}
                firstLines={look.firstLines}
                setMachine={(name) => {
                  setChecked(false)
                  setMachine(name)
                }}
                guess={change}
              />
            </Panel>
            <FieldColumns {...{ mapping, set }} columns={look.columns} />
            <StateWords {...{ mapping, set }} words={look.unknownStates} />
            <PreviewTable {...{ mapping }} rows={look.rows} isWaiting={query.isPlaceholderData} />
            <Panel title={say('stepCheck')}>
              {starting.isError && <ErrorNote>{failureText(starting.error)}</ErrorNote>}
              {checked && (
                <>
                  <p role="status">
                    {say('checked', {
                      stored: formatCount(checked.stored),
                      rows: formatCount(checked.rows),
                    })}
                  </p>
                  <Counts counts={checked} isDry />
                  {one.data && (
                    <RefusedLines {...{ clientId }} fileId={file.id} lines={one.data.lines} />
                  )}
                </>
              )}
              {!isChecked && file.checked && <p>{say('checkFirst')}</p>}
              {look.missing.length > 0 && (
                <p role="status">
                  {say('missing', {
                    fields: look.missing.map((name) => fieldWord(say, name)).join(', '),
                  })}
                </p>
              )}
              <div className={styles.buttons}>
                <BusyButton
                  quiet={checked !== null}
                  busy={starting.isPending && starting.variables.dryRun ? say('checking') : null}
                  disabled={look.missing.length > 0 || starting.isPending}
                  onClick={() => starting.mutate({ mapping, dryRun: true })}
                >
                  {say('check')}
                </BusyButton>
                {checked && checked.stored > 0 && (
                  <BusyButton
                    busy={starting.isPending && !starting.variables.dryRun ? say('starting') : null}
                    disabled={starting.isPending}
                    onClick={() => starting.mutate({ mapping, dryRun: false })}
                  >
                    {say('importNow', { count: checked.stored })}
                  </BusyButton>
                )}
              </div>
            </Panel>
          </div>
        )
      }}
    </Loadable>
  )
}

type Columns = ReturnType<(typeof lookAtRecordFile)['answer']['parse']>['columns']

/** No column has this name: heads are trimmed. */
const none = ' '

/** Which column fills which field, and what numbers are multiplied by. */
function FieldColumns({
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

/** Which machine state a word of the file means, for words that are none. */
function StateWords({
  mapping,
  words,
  set,
}: {
  mapping: RecordMapping
  words: readonly string[]
  set: (changes: Partial<RecordMapping>) => void
}) {
  const say = useTexts('recordFiles')
  const states = useTexts('states')
  const all = [...new Set([...Object.keys(mapping.states), ...words])]
  if (mapping.kind !== 'sample' || all.length === 0) return null
  const choices = machineStates.map(({ code }) => ({
    value: String(code),
    label: stateWord(code, states),
  }))
  return (
    <Panel title={say('states')} sub={say('statesHint')}>
      <div className={styles.grid}>
        {all.map((word) => (
          <OneChoice
            key={word}
            label={word}
            value={choiceOf(mapping.states[word])}
            choices={choices}
            choose={(code) => set({ states: { ...mapping.states, [word]: code } })}
          />
        ))}
      </div>
    </Panel>
  )
}

/** The choice of a state that a mapping names by its code or its name. */
function choiceOf(named: string | undefined): string | null {
  if (named === undefined) return null
  return /^\d+$/.test(named) ? named : String(codeOfStateName(named))
}

type Rows = ReturnType<(typeof lookAtRecordFile)['answer']['parse']>['rows']

/** The first lines as they would be stored; of a line that is refused, its wrong cells with the reason. */
function PreviewTable({
  mapping,
  rows,
  isWaiting,
}: {
  mapping: RecordMapping
  rows: Rows
  isWaiting: boolean
}) {
  const say = useTexts('recordFiles')
  const all: readonly RecordField[] = recordFields[mapping.kind]
  const fields = all.filter(
    (field) =>
      rows.some(({ record, refusals }) => {
        const isRefused = refusals.some((refusal) => refusal.field === field)
        return isRefused || (record !== null && record[field] !== undefined && field !== 'seq')
      }) || mapping.columns[field] !== undefined,
  )
  return (
    <Panel title={say('preview')} sub={say('previewSub')}>
      <div className={styles.scroll}>
        <table className={styles.preview} data-waiting={isWaiting}>
          <thead>
            <tr>
              <th scope="col">{say('line')}</th>
              {fields.map((field) => (
                <th key={field} scope="col">
                  {say(`field.${field}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ line, cells, record, refusals }) => {
              const ofLine = refusals.filter(({ field }) => field === null)
              const [whole] = ofLine
              return (
                <tr key={line} data-refused={refusals.length > 0}>
                  <th scope="row" className="digits">
                    {line}
                  </th>
                  {record === null && whole ? (
                    <td colSpan={fields.length} data-wrong>
                      <Wrong refusal={whole} text={cells.join(' | ').slice(0, 200)} />
                    </td>
                  ) : (
                    fields.map((field, index) => {
                      const own = refusals.find((refusal) => refusal.field === field)
                      const refusal = own ?? (index === 0 ? whole : undefined)
                      const text = own ? (own.cell ?? '') : shown(field, record?.[field])
                      return (
                        <td key={field} {...(refusal && { 'data-wrong': true })}>
                          {refusal ? <Wrong {...{ refusal, text }} /> : text}
                        </td>
                      )
                    })
                  )}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Panel>
  )
}

function Wrong({ refusal, text }: { refusal: LineRefusal; text: string }) {
  const say = useTexts('recordFiles')
  return (
    <>
      {text !== '' && <span className={styles.wrongCell}>{text}</span>}
      <span className={styles.reason}>
        <IconAlertCircle size={14} />
        {refusalWord(say, { ...refusal, field: null })}
      </span>
    </>
  )
}

/** As it is stored, in the writing of the reader; times stay in the form of the store. */
function shown(field: RecordField, value: string | number | undefined): string {
  if (value === undefined) return ''
  if (field === 'state') return stateWord(codeOfStateName(value))
  return typeof value === 'number'
    ? formatDecimals(value, 0, 3)
    : value.replace('T', ' ').replace(/\.000Z$/, 'Z')
}

const plain = (text: string) => text.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The code of a state that a record names by its code, its name or the name that PackML has for it. */
function codeOfStateName(value: string | number): number {
  if (typeof value === 'number') return value
  const found = machineStates.find(({ name, packml }) =>
    [name, packml].some((known) => known !== null && plain(known) === plain(value)),
  )
  return found?.code ?? unknownState
}
