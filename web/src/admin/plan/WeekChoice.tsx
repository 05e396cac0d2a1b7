import { Button } from '@mantine/core'
import { localDate } from '@packboard/model'
import { FormModal } from '../../crud/FormModal.tsx'
import { firstMissing, namedField } from '../../crud/formFields.ts'
import { useTexts } from '../../i18n/useTexts.ts'
import { IconPlus, IconTrash } from '../../icons/furtherIcons.ts'
import { serverNow } from '../../time/serverClock.ts'
import { ChoiceSelect } from '../../ui/ChoiceSelect.tsx'
import { useOpening } from '../../ui/useOpening.ts'
import styles from './PlanEditor.module.css'
import type { PlanPlace, WeekDraft } from './planDraft.ts'
import { dayText, lineWord } from './planWords.ts'

/** Of which line, and from when on: the week that is edited. Weeks are added, copied and removed here. */
export function WeekChoice({
  weeks,
  lines,
  week,
  place: { line },
  zone,
  setPlace,
  setWeeks,
}: {
  weeks: readonly WeekDraft[]
  lines: readonly string[]
  week: WeekDraft | null
  place: PlanPlace
  zone: string
  setPlace: (place: PlanPlace) => void
  setWeeks: (weeks: readonly WeekDraft[]) => void
}) {
  const say = useTexts('plan')
  const adding = useOpening<true>()
  const own = weeks
    .filter((each) => each.line === line)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))
  return (
    <div className={styles.choice}>
      <ChoiceSelect
        label={say('line')}
        searchable={lines.length > 8}
        data={[
          { value: allLines, label: say('allLines') },
          ...lines.map((name) => ({ value: nameOf(name), label: name })),
        ]}
        value={line === null ? allLines : nameOf(line)}
        onChange={(value) => value !== null && setPlace({ line: lineOf(value), validFrom: null })}
      />
      {own.length > 0 && (
        <ChoiceSelect
          label={say('week')}
          data={own.map(({ validFrom, rows }) => ({
            value: validFrom,
            label: say(rows === null ? 'endsFrom' : 'weekFrom', { day: dayText(validFrom) }),
          }))}
          value={week?.validFrom ?? null}
          onChange={(validFrom) => setPlace({ line, validFrom })}
        />
      )}
      <div className={styles.choiceButtons}>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => adding.open(true)}
        >
          {say('addWeek')}
        </Button>
        {week && (
          <Button
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={() => {
              setWeeks(weeks.filter((each) => each !== week))
              setPlace({ line, validFrom: null })
            }}
          >
            {say('removeWeek')}
          </Button>
        )}
      </div>
      <FormModal
        key={adding.times}
        title={say('addWeekTo', { line: lineWord(line) })}
        submit={say('add')}
        busy={say('add')}
        {...adding.dialog}
        spec={{
          initial: {
            validFrom: localDate(new Date(serverNow()), zone),
            begin: weeks.some(({ rows }) => rows !== null)
              ? `${weeks.indexOf(week?.rows ? week : (weeks.find(({ rows }) => rows) ?? weeks[0] ?? emptyWeek))}`
              : 'empty',
          },
          fields: () => [
            namedField(say, 'validFrom', {
              kind: 'date',
              required: true,
              hint: say('validFromHint'),
            }),
            {
              name: 'begin',
              label: say('beginWith'),
              kind: 'select',
              required: true,
              options: [
                ...weeks.flatMap((each, index) =>
                  each.rows === null
                    ? []
                    : [
                        {
                          value: String(index),
                          label: say('copyOf', {
                            line: lineWord(each.line),
                            day: dayText(each.validFrom),
                          }),
                        },
                      ],
                ),
                { value: 'empty', label: say('emptyWeek') },
                { value: 'none', label: say(line === null ? 'noneAll' : 'noneLine') },
              ],
            },
          ],
          problem: (typed) => {
            const missing = firstMissing(typed)
            if (missing) return missing
            if (!own.some(({ validFrom }) => validFrom === typed.values.validFrom)) return null
            const message = say('weekTaken', { line: lineWord(line) })
            return { message, fields: { validFrom: message } }
          },
          send: async ({ validFrom = '', begin = '' }) => {
            const rows = begin === 'none' ? null : (weeks[Number(begin)]?.rows ?? [])
            setWeeks([...weeks, { line, validFrom, rows }])
            setPlace({ line, validFrom })
            return say('noted')
          },
        }}
      />
    </div>
  )
}

const emptyWeek: WeekDraft = { line: null, validFrom: '', rows: [] }

// A line may be called anything.
const allLines = 'all'
const nameOf = (line: string) => `line ${line}`
const lineOf = (value: string) => (value === allLines ? null : value.slice('line '.length))
