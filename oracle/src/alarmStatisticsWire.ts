import { alarmsIn } from './piesWire.ts'
import type { RawAlarm } from './rawRecords.ts'
import { grouped, type Scope } from './referenceFilter.ts'
import type { KnownMachine } from './referencePlant.ts'
import type { Span } from './referenceWindow.ts'

const week = 7 * 86_400_000

type Standing = {
  readonly alarm: RawAlarm
  readonly raised: boolean
  readonly ms: number
  readonly open: boolean
  readonly withoutEnd: boolean
}

/**
 * Letter 46: an alarm stands from its raising to its clearing, at most to the next alarm of the same text on the machine. It is in a
 * window where it was raised in it, or in the week before and still stood when the window began.
 */
function standingIn(machine: KnownMachine, scope: Scope): Standing[] {
  const { from, to } = scope.span
  const reach: Span = { from: from - week, to }
  return alarmsIn(machine, { ...scope, span: reach }).flatMap((alarm): Standing[] => {
    const next = machine.alarms.find((one) => follows(one, alarm) && one.raisedAt < to)?.raisedAt
    const { raisedAt, clearedAt } = alarm
    const end = Math.min(to, next ?? to, clearedAt ?? to)
    const raised = raisedAt >= from
    if (!raised && end <= from) return []
    return [
      {
        alarm,
        raised,
        ms: end - Math.max(raisedAt, from),
        open: next === undefined && (clearedAt === undefined || clearedAt > to),
        withoutEnd: next !== undefined && (clearedAt === undefined || clearedAt > next),
      },
    ]
  })
}

/** The same text, later; of one instant the higher number. Alarms are in the order of time. */
export function follows(one: RawAlarm, before: RawAlarm): boolean {
  if (one.group !== before.group || one.description !== before.description) return false
  const apart = one.raisedAt - before.raisedAt
  return apart > 0 || (apart === 0 && (one.sequence ?? 0) > (before.sequence ?? 0))
}

function figures(own: readonly Standing[]) {
  const seconds = own.reduce((sum, { ms }) => sum + ms, 0) / 1000
  return {
    raised: own.filter(({ raised }) => raised).length,
    count: own.length,
    seconds,
    meanSeconds: seconds / own.length,
    open: own.filter(({ open }) => open).length,
    withoutEnd: own.filter(({ withoutEnd }) => withoutEnd).length,
  }
}

type Row = ReturnType<typeof figures> & { readonly group: string; readonly description?: string }

const longestFirst = (a: Row, b: Row) =>
  b.seconds - a.seconds ||
  b.count - a.count ||
  (a.group !== b.group
    ? a.group < b.group
      ? -1
      : 1
    : (a.description ?? '') < (b.description ?? '')
      ? -1
      : 1)

/** Every alarm text with its figures, and every group with those of its texts. */
export function alarmStatistics(scope: Scope) {
  const standing = scope.machines.flatMap((machine) => standingIn(machine, scope))
  const texts = grouped(standing, ({ alarm }) => JSON.stringify([alarm.group, alarm.description]))
  const groups = grouped(standing, ({ alarm }) => alarm.group)
  const alarms = [...texts].map(([key, own]) => {
    const [group = '', description = '']: string[] = JSON.parse(key)
    return { group, description, ...figures(own) }
  })
  return {
    alarms: alarms.sort(longestFirst),
    groups: [...groups].map(([group, own]) => ({ group, ...figures(own) })).sort(longestFirst),
  }
}
