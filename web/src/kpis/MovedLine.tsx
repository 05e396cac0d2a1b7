import type { Explanation } from '@packboard/contract'
import { formatPercent } from '../i18n/formatNumber.ts'
import { useLocale } from '../i18n/useLocale.ts'
import { type Say, useTexts } from '../i18n/useTexts.ts'
import { IconCalendarTime } from '../icons/icons.ts'
import styles from './MovedLine.module.css'

/** The line under a figure that a plan, a person or a unit mode moved (D75). */
export function MovedLine({
  moved,
  className = styles.moved,
  write = formatPercent,
}: {
  moved: Moved
  className?: string | undefined
  write?: (value: number | null) => string
}) {
  const say = useTexts('metrics')
  const locale = useLocale()
  // No figure before and after: there was nothing to move.
  if (moved.before === null && moved.after === null) return null
  return (
    <p className={className}>
      <IconCalendarTime size={16} />
      <span>{movedSentence(moved, { say, locale, write })}</span>
    </p>
  )
}

/** The line under a figure that settings moved, which were applied from an earlier day (D98); before it may be unknown. */
export function SettingsLine({
  moved: { before, after, changes },
  className = styles.moved,
  write = formatPercent,
}: {
  moved: MovedBySettings
  className?: string | undefined
  write?: (value: number | null) => string
}) {
  const say = useTexts('metrics')
  const locale = useLocale()
  const people = [...new Set(changes.map(({ by }) => by))].filter((by) => by !== null)
  const count = changes.length
  const what =
    people.length > 0
      ? say('movedSettings', { count, people: peopleWords(people, say, locale) })
      : say('movedSettingsOnly', { count })
  return (
    <p className={className}>
      <IconCalendarTime size={16} />
      <span>
        {before === undefined
          ? say('movedNoFigure', { what })
          : say('moved', { before: write(before), after: write(after), what })}
      </span>
    </p>
  )
}

/** What settings that were applied to the past did to a figure. */
export type MovedBySettings = NonNullable<Explanation['settingChanges']>

/** What plan, stop reasons and unit modes did to a figure (D75). */
export type Moved = NonNullable<Explanation['moved']>

/** More names than this are counted and not named. */
const mostNames = 3

/** `Changed from 67.1 % to 71.4 %: the plan and 3 stop reasons by anna`. */
function movedSentence(
  moved: Moved,
  {
    say,
    locale,
    write,
  }: {
    readonly say: Say<'metrics'>
    readonly locale: string
    readonly write: (value: number | null) => string
  },
): string {
  const { before, after, labels, people, plan, modes } = moved
  const list = new Intl.ListFormat(locale)
  const parts = [
    plan && say('movedPlan'),
    modes && say('movedModes'),
    labels > 0 &&
      // Without names where the client forbids them.
      (people.length > 0
        ? say('movedLabels', { count: labels, people: peopleWords(people, say, locale) })
        : say('movedLabelsOnly', { count: labels })),
  ].filter((part) => part !== false)
  return say('moved', {
    ...{ before: write(before), after: write(after) },
    what: list.format(parts),
  })
}

/** `anna, ben and 2 more`. */
function peopleWords(
  people: readonly (string | null)[],
  say: Say<'metrics'>,
  locale: string,
): string {
  const names = people.map((name) => name ?? say('formerUser'))
  const more = names.length - mostNames
  const shown =
    more > 0 ? [...names.slice(0, mostNames), say('morePeople', { count: more })] : names
  return new Intl.ListFormat(locale).format(shown)
}
