import { alarmsIn } from './chartsWire.ts'
import type { RawAlarm } from './rawRecords.ts'
import { grouped, inside, type Scope } from './referenceFilter.ts'
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
function follows(one: RawAlarm, before: RawAlarm): boolean {
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

/** The request for a table of alarms or of audit records; `All` keeps everything. */
export type TableAsk = {
  readonly machines: readonly KnownMachine[]
  readonly span: Span
  readonly group: string
  readonly description: string
}

const fits = (chosen: string, value: string) => chosen === 'All' || chosen === value
const distinct = (values: readonly string[]) => [...new Set(values)].sort()
const newestFirst = <Row extends { readonly TIMESTAMP: string }>(rows: readonly Row[]) =>
  [...rows].sort((a, b) => (a.TIMESTAMP > b.TIMESTAMP ? -1 : a.TIMESTAMP < b.TIMESTAMP ? 1 : 0))

/** What people changed at the machines, newest first. */
export function auditRows({ machines, span, group, description }: TableAsk) {
  return newestFirst(
    auditsOf({ machines, span })
      .filter((one) => fits(group, one.userGroup) && fits(description, one.description))
      .map(({ serialNo, time, ...one }) => ({
        TIMESTAMP: new Date(time).toISOString(),
        Machine_ID: serialNo,
        User_Group: one.userGroup,
        Description: one.description,
        Value_Before: one.before,
        Value_After: one.after,
      })),
  )
}

/** The choices of a select: what occurs under the rest of the filter. */
export const auditGroups = (ask: TableAsk) =>
  distinct(
    auditsOf(ask)
      .filter((one) => fits(ask.description, one.description))
      .map(({ userGroup }) => userGroup),
  )

export const auditDescriptions = (ask: TableAsk) =>
  distinct(
    auditsOf(ask)
      .filter((one) => fits(ask.group, one.userGroup))
      .map(({ description }) => description),
  )

/** The alarms of the machines, newest first, each once. */
export function alarmRows({ machines, span, group, description }: TableAsk) {
  return newestFirst(
    alarmsOf({ machines, span })
      .filter((one) => fits(group, one.group) && fits(description, one.description))
      .map((one) => ({
        TIMESTAMP: new Date(one.raisedAt).toISOString(),
        Machine_ID: one.serialNo,
        Group: one.group,
        Alarm_Desc: one.description,
        ...endOf(one, machines, span),
      })),
  )
}

/** Letter 46: until the clearing, the next alarm of the same text in the window, or the end of the window. */
function endOf(alarm: RawAlarm, machines: readonly KnownMachine[], { to }: Span) {
  const own = machines.find(({ serialNo }) => serialNo === alarm.serialNo)?.alarms ?? []
  const next = own.find((one) => follows(one, alarm) && one.raisedAt < to)?.raisedAt
  const { raisedAt, clearedAt } = alarm
  const ends = [next, clearedAt, to].filter((one) => one !== undefined)
  const open = next === undefined && (clearedAt === undefined || clearedAt > to)
  const byNext = next !== undefined && (clearedAt === undefined || clearedAt > next)
  return {
    clearedAt: clearedAt === undefined ? null : new Date(clearedAt).toISOString(),
    stoodSeconds: Math.max(0, Math.min(...ends) - raisedAt) / 1_000,
    end: open ? 'open' : byNext ? 'next' : 'cleared',
  }
}

export const alarmGroups = (ask: TableAsk) =>
  distinct(
    alarmsOf(ask)
      .filter((one) => fits(ask.description, one.description))
      .map(({ group }) => group),
  )

export const alarmDescriptions = (ask: TableAsk) =>
  distinct(
    alarmsOf(ask)
      .filter((one) => fits(ask.group, one.group))
      .map(({ description }) => description),
  )

type Place = Pick<TableAsk, 'machines' | 'span'>

const auditsOf = ({ machines, span }: Place) =>
  machines.flatMap(({ audits }) => audits.filter(({ time }) => inside(span, time)))

const alarmsOf = ({ machines, span }: Place) =>
  machines.flatMap(({ alarms }) => alarms.filter(({ raisedAt }) => inside(span, raisedAt)))
