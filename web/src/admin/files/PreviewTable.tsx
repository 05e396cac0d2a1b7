import {
  type LineRefusal,
  type lookAtRecordFile,
  type RecordField,
  type RecordMapping,
  recordFields,
} from '@packboard/contract'
import { machineStates, unknownState } from '@packboard/model'
import { formatDecimals } from '../../i18n/formatNumber.ts'
import { stateWord } from '../../i18n/stateWords.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconAlertCircle } from '../../icons/icons.ts'
import { Panel } from '../../ui/Panel.tsx'
import { refusalWord } from './fileWords.ts'
import styles from './RecordFiles.module.css'

type Rows = ReturnType<(typeof lookAtRecordFile)['answer']['parse']>['rows']

/** The first lines as they would be stored; of a line that is refused, its wrong cells with the reason. */
export function PreviewTable({
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
        <IconAlertCircle size={14} stroke={1.75} aria-hidden="true" />
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
