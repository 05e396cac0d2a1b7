import {
  fileEncodings,
  fileSeparators,
  type lookAtRecordFile,
  type RecordMapping,
  recordKinds,
  speedUnits,
  timeForms,
} from '@packboard/contract'
import { formatCount } from '../../i18n/formatNumber.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import styles from './RecordFiles.module.css'
import type { Wish } from './recordFile.ts'

const separatorWords = { ';': 'semicolon', ',': 'comma', '\t': 'tab', '|': 'bar' } as const
const inColumn = ' '
const noHead = ' '

type FirstLines = ReturnType<(typeof lookAtRecordFile)['answer']['parse']>['firstLines']

/** The line that names the columns: a blank one before it is none. */
const headOf = (firstLine: number, firstLines: FirstLines) =>
  String(firstLines.find(({ line }) => line >= firstLine)?.line ?? firstLine)

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')].map(
  (zone) => ({ value: zone, label: zone }),
)

/** What the file is, whose records it has, and how its texts, times and numbers are written. */
export function TextForm({
  mapping,
  format,
  firstLines,
  machines,
  machine,
  set,
  setMachine,
  guess,
}: {
  mapping: RecordMapping
  format: string
  /** Of the file as they are, to choose the head from. */
  firstLines: FirstLines
  machines: readonly string[]
  machine: string | null | undefined
  set: (changes: Partial<RecordMapping>) => void
  setMachine: (machine: string | null) => void
  /** Lets the server guess again with these. */
  guess: (wish: Wish) => void
}) {
  const say = useTexts('recordFiles')
  const { encoding, separator, hasHead, firstLine } = mapping
  const form = { encoding, separator, hasHead, firstLine }
  return (
    <div className={styles.grid}>
      <OneChoice
        label={say('kind')}
        value={mapping.kind}
        choices={recordKinds.map((value) => ({ value, label: say(`kind.${value}`) }))}
        choose={(kind) => guess({ kind, form })}
      />
      <OneChoice
        label={say('machine')}
        value={machine ?? (mapping.columns.serialNo === undefined ? null : inColumn)}
        choices={[
          { value: inColumn, label: say('machineInColumn') },
          ...machines.map((name) => ({ value: name, label: name })),
        ]}
        choose={(name) => setMachine(name === inColumn ? null : name)}
      />
      <OneChoice
        label={say('timeForm')}
        value={mapping.timeForm}
        choices={timeForms.map((value) => ({ value, label: say(`timeForm.${value}`) }))}
        choose={(timeForm) => set({ timeForm })}
      />
      <OneChoice
        label={say('zone')}
        value={mapping.zone}
        choices={zones}
        choose={(zone) => set({ zone })}
      />
      <OneChoice
        label={say('decimal')}
        value={mapping.decimal}
        choices={[
          { value: '.', label: say('decimal.point') },
          { value: ',', label: say('decimal.comma') },
        ]}
        choose={(decimal) => set({ decimal })}
      />
      {mapping.kind === 'sample' && (
        <OneChoice
          label={say('speedUnit')}
          value={mapping.speedUnit}
          choices={speedUnits.map((value) => ({ value, label: say(`speedUnit.${value}`) }))}
          choose={(speedUnit) => set({ speedUnit })}
        />
      )}
      {format === 'csv' && (
        <OneChoice
          label={say('separator')}
          value={separator}
          choices={fileSeparators.map((value) => ({
            value,
            label: say(`separator.${separatorWords[value]}`),
          }))}
          choose={(chosen) => guess({ kind: mapping.kind, form: { ...form, separator: chosen } })}
        />
      )}
      {format !== 'xlsx' && (
        <OneChoice
          label={say('encoding')}
          value={encoding}
          choices={fileEncodings.map((value) => ({ value, label: value.toUpperCase() }))}
          choose={(chosen) => guess({ kind: mapping.kind, form: { ...form, encoding: chosen } })}
        />
      )}
      {format !== 'ndjson' && (
        <OneChoice
          label={say('head')}
          value={hasHead ? headOf(firstLine, firstLines) : noHead}
          choices={[
            { value: noHead, label: say('head.no') },
            ...firstLines.map(({ line, text }) => ({
              value: String(line),
              label: say('head.line', { line: formatCount(line), text }),
            })),
          ]}
          choose={(head) => {
            const chosen =
              head === noHead
                ? { hasHead: false, firstLine: 1 }
                : { hasHead: true, firstLine: Number(head) }
            guess({ kind: mapping.kind, form: { ...form, ...chosen } })
          }}
        />
      )}
    </div>
  )
}

/** A choice of a few words. */
export function OneChoice<Value extends string>({
  label,
  value,
  choices,
  choose,
  isWrong = false,
}: {
  label: string
  value: Value | null
  choices: readonly { readonly value: Value; readonly label: string }[]
  choose: (value: Value) => void
  isWrong?: boolean
}) {
  return (
    <ChoiceSelect
      label={label}
      data={choices}
      value={value}
      searchable={choices.length > 12}
      error={isWrong}
      onChange={(chosen) => {
        const found = choices.find((choice) => choice.value === chosen)
        if (found) choose(found.value)
      }}
    />
  )
}
