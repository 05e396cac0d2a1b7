import { FormModal } from '../../crud/FormModal.tsx'
import type { FormField, Values } from '../../crud/formFields.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import type { DialogProps } from '../../ui/Dialog.tsx'
import styles from './DatedForm.module.css'
import { type HistoryRow, instantWords, validWords } from './settingRows.ts'

/** What may be entered: for what, and with which fields its value is. */
export type DatedChoice = {
  readonly key: string
  readonly label: string
  /** The fields of its value, without those of the date; `value` is one of them. */
  readonly fields: readonly FormField[]
}

/** What was chosen, its values, from when on (undefined: from now) and why. */
export type DatedEntry = {
  readonly key: string
  readonly values: Values
  readonly validFrom: string | undefined
  readonly reason: string
}

/**
 * The settings of something with their history, and a form that enters another one from now on or from a later time: the one screen part of
 * settings with a date (D98), for products, machine types and machines.
 */
export function DatedForm({
  title,
  history,
  choiceLabel,
  choices,
  send,
  ...dialog
}: DialogProps & {
  title: string
  /** In the order in which they were entered; undefined: not read yet. */
  history: readonly HistoryRow[] | undefined
  choiceLabel: string
  choices: readonly DatedChoice[]
  send: (entry: DatedEntry) => Promise<unknown>
}) {
  const say = useTexts('settings')
  const [first] = choices
  const chosen = (values: Values) => choices.find(({ key }) => key === values.what) ?? first
  return (
    <FormModal
      title={title}
      submit={say('enter')}
      busy={say('entering')}
      {...dialog}
      before={<History rows={history} />}
      spec={{
        initial: { what: first?.key ?? '' },
        fields: (values) => [
          {
            name: 'what',
            label: choiceLabel,
            kind: 'select',
            required: true,
            options: choices.map(({ key, label }) => ({ value: key, label })),
          },
          ...(chosen(values)?.fields ?? []),
          {
            name: 'date',
            label: say('validFrom'),
            kind: 'date',
            half: true,
            hint: say('validHint'),
          },
          { name: 'time', label: say('time'), kind: 'time', half: true },
          { name: 'reason', label: say('reason') },
        ],
        // A value of one kind says nothing of another.
        settle: (values, changed) =>
          changed === 'what' ? { ...values, value: '', code: '' } : values,
        problem: ({ values }) => {
          if ((values.time ?? '') === '' || (values.date ?? '') !== '') return null
          const message = say('dayMissing')
          return { message, fields: { date: message } }
        },
        send: async (values) => {
          const { what = '', date = '', time = '', reason = '' } = values
          const validFrom = date === '' ? undefined : `${date} ${time === '' ? '00:00' : time}`
          await send({ key: what, values, validFrom, reason })
          return say('entered')
        },
      }}
    />
  )
}

/** Nothing of it is ever overwritten: the newest entry is the first. */
function History({ rows }: { rows: readonly HistoryRow[] | undefined }) {
  const say = useTexts('settings')
  if (rows === undefined) return null
  if (rows.length === 0) return <p className={styles.history}>{say('nothingYet')}</p>
  return (
    <section className={styles.history} aria-label={say('history')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{say('validFrom')}</th>
            <th scope="col">{say('value')}</th>
            <th scope="col">{say('reason')}</th>
            <th scope="col">{say('enteredBy')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.key}>
              <td>{validWords(row.validFrom, say)}</td>
              <td>
                {row.what}: <b>{row.value}</b>
              </td>
              <td>{row.reason}</td>
              <td>
                {row.enteredBy ?? say('byUpdate')}
                {row.enteredBy !== null && `, ${instantWords(row.enteredAt)}`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
