import { Button } from '@mantine/core'
import type { Products, SettingsPreview } from '@packboard/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { CallFailed, failureText } from '../../api/call.ts'
import { FieldInput, fieldWords } from '../../crud/FormModal.tsx'
import {
  type FormField,
  type FormProblem,
  firstMissing,
  noNumber,
  type Values,
} from '../../crud/formFields.ts'
import { type Say, useTexts } from '../../i18n/useTexts.ts'
import { serverNow } from '../../time/serverClock.ts'
import { BusyButton } from '../../ui/BusyButton.tsx'
import { ErrorNote } from '../../ui/Message.tsx'
import { showToast } from '../../ui/Toasts.tsx'
import styles from './DatedEditor.module.css'
import { Applying } from './History.tsx'
import { PastPreview } from './PastPreview.tsx'
import { wallNow } from './settingRows.ts'

/** From when on a value holds. */
type When = 'now' | 'later' | 'earlier'
const whens: readonly When[] = ['now', 'later', 'earlier']

/** What was entered: its values, from when on (left out: from the next whole minute) and why. */
export type DatedEntry = {
  readonly values: Values
  readonly validFrom?: string
  readonly reason: string
}

/** The calls of a kind of setting. */
export type DatedCalls = {
  /** With a preview it changes the past. */
  readonly save: (
    entry: DatedEntry,
    based: {
      readonly version: number
      readonly applyFrom?: string
      readonly previewId?: string
    },
  ) => Promise<unknown>
  readonly preview: (
    entry: DatedEntry,
    based: { readonly version: number; readonly previewId?: string },
    signal: AbortSignal,
  ) => Promise<SettingsPreview>
  /** Reads again after another person was faster; the words are what that person entered for the same. */
  readonly reload: (
    values: Values,
  ) => Promise<{ readonly version: number; readonly words: readonly string[] }>
}

/**
 * Enters a value from now on, from a later time, or for the past after a preview: the one form of settings with a date (D98). It
 * sends the version that it was opened with, so that nobody's entry is passed over unseen.
 */
export function DatedEditor({
  fields,
  initial,
  zones,
  version: opened,
  calls,
  applying,
  after,
  close,
}: {
  /** Of the value, without those of the date; `value` is one of them. */
  fields: readonly FormField[]
  initial: Values
  /** On whose clocks it begins. */
  zones: readonly string[]
  version: number
  calls: DatedCalls
  applying: Products['applying']
  /** Under the fields, where it holds from now on. */
  after?: ReactNode
  close: () => void
}) {
  const say = useTexts('settings')
  const sayUi = useTexts('ui')
  const [values, setValues] = useState<Values>({ date: '', time: '', reason: '', ...initial })
  const [when, setWhen] = useState<When>('now')
  const [version, setVersion] = useState(opened)
  const [problem, setProblem] = useState<FormProblem | null>(null)
  const [others, setOthers] = useState<readonly string[]>([])
  const past = usePast(calls)
  const refused = async (error: unknown) => {
    setProblem({
      message: failureText(error),
      fields: error instanceof CallFailed ? fieldWords(error) : {},
    })
    past.drop()
    if (!(error instanceof CallFailed && error.status === 409)) return
    const fresh = await calls.reload(values)
    setVersion(fresh.version)
    setOthers(fresh.words)
  }
  const saving = useMutation({
    mutationFn: (entry: DatedEntry) => {
      const { preview } = past
      if (when !== 'earlier' || !preview) return calls.save(entry, { version })
      const { applyFrom, previewId } = preview
      return calls.save(entry, { version, applyFrom, previewId })
    },
    onSuccess: () => {
      if (when === 'earlier') return
      showToast(say('entered'))
      close()
    },
    onError: refused,
  })
  const applied = saving.isSuccess && when === 'earlier'
  if (applied) return <Applied {...{ applying, close }} />
  const change = (part: Values, chosen = when) => {
    past.drop()
    setOthers([])
    setProblem(null)
    setValues({ ...values, ...part })
    setWhen(chosen)
  }
  const reason: FormField = {
    ...{ name: 'reason', label: say('reason'), required: true },
    // Beside a lone half.
    half: fields.filter(({ half }) => half).length % 2 === 1,
  }
  const days = when === 'now' ? [] : dayFields(say, zones)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (saving.isPending || past.isWorking) return
    const typed = { fields: [...fields, reason, ...days], values, file: null }
    const now = wallNow(zones, serverNow())
    const found = noNumber(typed) ?? firstMissing(typed) ?? dayFault(values, when, now, say)
    setProblem(found)
    if (found !== null) return
    const entry = entryOf(values, when)
    if (when === 'earlier' && !past.preview) past.work(entry, version, refused)
    else saving.mutate(entry)
  }
  const field = (one: FormField) => (
    <FieldInput
      key={one.name}
      field={one}
      value={values[one.name] ?? ''}
      error={problem?.fields[one.name]}
      change={(value) => change({ [one.name]: value })}
    />
  )
  const asks = past.preview?.beforeFirst != null && !past.confirmed
  return (
    <form className={styles.editor} onSubmit={send} noValidate>
      <div className={styles.fields}>
        {problem && <Refusal message={problem.message} others={others} />}
        {fields.map(field)}
        {field(reason)}
        <WhenField when={when} change={(chosen) => change({}, chosen)} />
        {days.map(field)}
        {when === 'now' && after}
      </div>
      {when === 'earlier' && (past.isWorking || past.answer) && (
        <PastPreview preview={past.answer} confirmed={past.confirmed} confirm={past.confirm} />
      )}
      <div className={styles.foot}>
        <Button variant="default" onClick={close}>
          {sayUi('cancel')}
        </Button>
        <BusyButton
          type="submit"
          busy={past.isWorking ? say('workingOut') : saving.isPending ? say('entering') : null}
          disabled={asks}
        >
          {sendWords(say, when, past.preview)}
        </BusyButton>
      </div>
    </form>
  )
}

/** Why it was not entered, and what another person entered meanwhile. */
function Refusal({ message, others }: { message: string; others: readonly string[] }) {
  const say = useTexts('settings')
  return (
    <div className={styles.whole}>
      <ErrorNote>{message}</ErrorNote>
      {others.length > 0 && (
        <ul className={styles.others} aria-label={say('meanwhile')}>
          {others.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function WhenField({ when, change }: { when: When; change: (when: When) => void }) {
  const say = useTexts('settings')
  const name = useId()
  return (
    <fieldset className={styles.when}>
      <legend>{say('validFrom')}</legend>
      {whens.map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={when === one} onChange={() => change(one)} />
          {say(`from.${one}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** The past is previewed before it is changed. */
function sendWords(say: Say<'settings'>, when: When, preview: SettingsPreview | null): string {
  if (when === 'earlier' && preview === null) return say('showWhatMoves')
  const days = when === 'earlier' ? (preview?.days ?? 0) : 0
  return days > 0 ? say('applyTo', { count: days }) : say('enter')
}

/** The preview of what is in the form; it is continued until all days are compared, and dropped when the form changes. */
function usePast(calls: DatedCalls) {
  const [answer, setAnswer] = useState<SettingsPreview | null>(null)
  const [isWorking, setWorking] = useState(false)
  const [confirmed, confirm] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const drop = () => {
    running.current?.abort()
    setAnswer(null)
    setWorking(false)
    confirm(false)
  }
  const work = async (
    entry: DatedEntry,
    version: number,
    refused: (error: unknown) => Promise<unknown>,
  ) => {
    drop()
    const run = new AbortController()
    running.current = run
    setWorking(true)
    try {
      let found = await calls.preview(entry, { version }, run.signal)
      while (!run.signal.aborted && found.done < found.of) {
        setAnswer(found)
        const { previewId } = found
        found = await calls.preview(entry, { version, previewId }, run.signal)
      }
      if (run.signal.aborted) return
      setAnswer(found)
      setWorking(false)
    } catch (error) {
      if (!run.signal.aborted) await refused(error)
    }
  }
  return {
    answer,
    /** Complete: it can be applied. */
    preview: isWorking ? null : answer,
    ...{ isWorking, confirmed, confirm, drop },
    work: (...given: Parameters<typeof work>) => void work(...given),
  }
}

/** After a change of the past was entered: how far it is. It goes on when this is closed. */
function Applied({ applying, close }: { applying: Products['applying']; close: () => void }) {
  const say = useTexts('settings')
  const sayUi = useTexts('ui')
  return (
    <div className={styles.editor}>
      <div className={styles.applied}>
        <p role="status">{say(applying.length > 0 ? 'appliedComing' : 'applied')}</p>
        <Applying applying={applying} />
      </div>
      <div className={styles.foot}>
        <Button onClick={close}>{sayUi('close')}</Button>
      </div>
    </div>
  )
}

const dayFields = (say: Say<'settings'>, zones: readonly string[]): FormField[] => [
  {
    ...{ name: 'date', label: say('day'), kind: 'date', required: true, half: true },
    hint: say('clockOf', { zone: zones.join(', ') }),
  },
  { name: 'time', label: say('time'), kind: 'time', half: true },
]

const validFromOf = ({ date = '', time = '' }: Values) => `${date} ${time === '' ? '00:00' : time}`

const entryOf = (values: Values, when: When): DatedEntry => ({
  values,
  reason: (values.reason ?? '').trim(),
  ...(when !== 'now' && { validFrom: validFromOf(values) }),
})

/** A day on the right side of now. */
function dayFault(
  values: Values,
  when: When,
  now: string,
  say: Say<'settings'>,
): FormProblem | null {
  const validFrom = validFromOf(values)
  const fault = when === 'later' && validFrom < now ? 'dayPast' : null
  const found = when === 'earlier' && validFrom >= now ? 'dayComing' : fault
  return found && { message: say(found), fields: { date: say(found) } }
}
