import { Button } from '@mantine/core'
import {
  compareExceptions,
  findPlanFault,
  localDate,
  type PlanException,
  type PlanFault,
  planKinds,
  planLimits,
} from '@packboard/model'
import { useState } from 'react'
import { FormModal } from '../../crud/FormModal.tsx'
import { firstMissing, namedField, type Values } from '../../crud/formFields.ts'
import { IconButton } from '../../crud/IconButton.tsx'
import { useLocale } from '../../i18n/useLocale.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPencil, IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { serverNow } from '../../time/serverClock.ts'
import { KeepDates } from '../../ui/KeepDates.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './PlanEditor.module.css'
import {
  exceptionTimes,
  exceptionTitle,
  lineWord,
  nextDay,
  planFaultWords,
  setterOf,
} from './planWords.ts'

type Stored = PlanException & { readonly setBy: string | null }

/** Stretches by date that come before every week: holidays, extra shifts. Those of all lines and of each line, the next ones first. */
export function ExceptionList({
  exceptions,
  stored,
  fault,
  line,
  lines,
  zone,
  change,
}: {
  exceptions: readonly PlanException[]
  stored: readonly Stored[]
  fault: PlanFault | null
  /** Where a new one begins. */
  line: string | null
  lines: readonly string[]
  zone: string
  change: (exceptions: readonly PlanException[]) => void
}) {
  const say = useTexts('plan')
  const locale = useLocale()
  const today = localDate(new Date(serverNow()), zone)
  const [past, setPast] = useState(false)
  const form = useOpening<PlanException | null>()
  const ringed = new Set([fault?.at, fault?.other])
  const inOrder = exceptions
    .map((exception, index) => ({ exception, place: `exceptions.${index}` }))
    .toSorted(
      (a, b) =>
        (a.exception.startDate < b.exception.startDate
          ? -1
          : a.exception.startDate > b.exception.startDate
            ? 1
            : 0) || compareExceptions(a.exception, b.exception),
    )
  const isPast = ({ endDate }: PlanException) => endDate < today
  const earlier = inOrder.filter(({ exception }) => isPast(exception)).length
  const shown = past ? inOrder : inOrder.filter(({ exception }) => !isPast(exception))
  const options = {
    lines: [
      { value: 'all', label: say('allLines') },
      ...lines.map((name) => ({ value: `line ${name}`, label: name })),
    ],
    kinds: planKinds.map((kind) => ({ value: kind, label: say(kind) })),
  }
  return (
    <Panel
      title={say('exceptions')}
      sub={say('exceptionsHint')}
      actions={
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          disabled={exceptions.length >= planLimits.exceptions}
          onClick={() => form.open(null)}
        >
          {say('addException')}
        </Button>
      }
    >
      {shown.length === 0 && <p className={styles.sentence}>{say('noExceptions')}</p>}
      {shown.length > 0 && (
        <ul className={styles.exceptions} aria-label={say('exceptions')}>
          {shown.map(({ exception, place }) => {
            const by = setterOf(stored, exception)
            const name = `${exceptionTitle(exception)}, ${exceptionTimes(exception)}`
            return (
              <li key={place} data-ringed={ringed.has(place)}>
                <div>
                  <b>{exceptionTitle(exception)}</b>
                  <span className="digits">
                    <KeepDates>{exceptionTimes(exception)}</KeepDates>, {lineWord(exception.line)}
                    {by && ` · ${say('setBy', { name: by })}`}
                  </span>
                </div>
                <IconButton
                  label={say('editNamed', { name })}
                  icon={IconPencil}
                  onClick={() => form.open(exception)}
                />
                <IconButton
                  label={say('removeNamed', { name })}
                  icon={IconTrash}
                  onClick={() => change(exceptions.filter((each) => each !== exception))}
                />
              </li>
            )
          })}
        </ul>
      )}
      {earlier > 0 && (
        <Button variant="default" onClick={() => setPast(!past)} aria-expanded={past}>
          {say(past ? 'hideEarlier' : 'showEarlier', { count: earlier })}
        </Button>
      )}
      <FormModal
        key={form.times}
        title={say(form.about ? 'editException' : 'addException')}
        submit={say(form.about ? 'change' : 'add')}
        busy={say('add')}
        {...form.dialog}
        spec={{
          initial: valuesOf(form.about ?? wholeDay(line, today)),
          fields: () => [
            namedField(say, 'line', {
              kind: 'select',
              options: options.lines,
              required: true,
              half: true,
            }),
            namedField(say, 'kind', {
              kind: 'select',
              options: options.kinds,
              required: true,
              half: true,
            }),
            namedField(say, 'startDate', { kind: 'date', required: true, half: true }),
            namedField(say, 'startTime', { kind: 'time', required: true, half: true }),
            namedField(say, 'endDate', { kind: 'date', required: true, half: true }),
            namedField(say, 'endTime', { kind: 'time', required: true, half: true }),
            namedField(say, 'note', { hint: say('wholeDay') }),
          ],
          // A day off that is moved still ends at the midnight after it.
          settle: (values, changed) => {
            const { startDate = '', startTime, endDate = '', endTime } = values
            const whole = startTime === '00:00' && endTime === '00:00'
            return changed === 'startDate' && startDate !== '' && whole && endDate <= startDate
              ? { ...values, endDate: nextDay(startDate) }
              : values
          },
          problem: (typed) => {
            const missing = firstMissing(typed)
            if (missing) return missing
            const plan = { weeks: [], exceptions: withOne(exceptions, form.about, typed.values) }
            const found = findPlanFault(plan)
            return found && { message: planFaultWords(plan, found, locale), fields: {} }
          },
          send: async (values) => {
            change(withOne(exceptions, form.about, values))
            return say('noted')
          },
        }}
      />
    </Panel>
  )
}

const wholeDay = (line: string | null, startDate: string): PlanException => ({
  line,
  startDate,
  startTime: '00:00',
  endDate: nextDay(startDate),
  endTime: '00:00',
  kind: 'closed',
  note: '',
})

const valuesOf = ({ line, ...exception }: PlanException): Values => ({
  ...exception,
  line: line === null ? 'all' : `line ${line}`,
})

/** The exceptions with the one of a form in them, in the place of that which it changes. */
function withOne(
  exceptions: readonly PlanException[],
  of: PlanException | null,
  values: Values,
): PlanException[] {
  const { line = 'all', kind, startDate = '', startTime = '', endDate = '', endTime = '' } = values
  const one: PlanException = {
    line: line === 'all' ? null : line.slice('line '.length),
    ...{ startDate, startTime, endDate, endTime },
    kind: planKinds.find((each) => each === kind) ?? 'closed',
    note: (values.note ?? '').trim(),
  }
  return of === null ? [...exceptions, one] : exceptions.map((each) => (each === of ? one : each))
}
