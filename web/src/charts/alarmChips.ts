import { alarmGroupLook, severalGroupsColour } from './alarmGroupLook.ts'

export type ChartAlarm = { readonly at: Date; readonly group: string; readonly description: string }

/** A mark in the alarm lane: one alarm, or neighbours that would lie on each other. */
export type AlarmChip = {
  /** Its middle, in the unit of `place`. */
  readonly x: number
  readonly alarms: readonly ChartAlarm[]
  /** Two letters, or `×3`. */
  readonly text: string
  readonly colour: string
}

/** Chips closer than this (in px) become one. */
const leastDistance = 23

/** Alarms as chips; neighbours closer than 23 px merge to `×n`, grey when their groups differ. */
export function alarmChips(
  alarms: readonly ChartAlarm[],
  place: (at: Date) => number,
): AlarmChip[] {
  const groups: { xs: OneOrMore<number>; alarms: OneOrMore<ChartAlarm> }[] = []
  for (const alarm of alarms.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const x = place(alarm.at)
    const last = groups.at(-1)
    if (last && x - middle(last.xs) < leastDistance) {
      last.xs.push(x)
      last.alarms.push(alarm)
    } else groups.push({ xs: [x], alarms: [alarm] })
  }
  return groups.map(({ xs, alarms: own }) => {
    const first = alarmGroupLook(own[0].group)
    const same = own.every(({ group }) => alarmGroupLook(group).colour === first.colour)
    return {
      x: middle(xs),
      alarms: own,
      text: own.length === 1 ? first.code : `×${own.length}`,
      colour: same ? first.colour : severalGroupsColour,
    }
  })
}

type OneOrMore<Item> = [Item, ...Item[]]

const middle = (xs: Readonly<OneOrMore<number>>) => (xs[0] + (xs.at(-1) ?? xs[0])) / 2
