import { alarmGroupLook } from './GroupChip.tsx'

export type ChartAlarm = { readonly at: Date; readonly group: string; readonly description: string }

/** Marks of a lane that would lie on each other, as one. */
export type Cluster<Mark> = {
  /** Its middle, in the unit of `place`. */
  readonly x: number
  readonly marks: readonly [Mark, ...Mark[]]
}

/** A mark in the alarm lane: one alarm, or neighbours that would lie on each other. */
export type AlarmChip = {
  readonly x: number
  readonly alarms: readonly ChartAlarm[]
  /** Two letters, or `×3`. */
  readonly text: string
  readonly colour: string
}

/** Marks closer than this (in px) become one. */
const leastDistance = 23

/** Neighbours closer than 23 px merge; the order of arrival does not matter. */
export function clusters<Mark extends { readonly at: Date }>(
  marks: readonly Mark[],
  place: (at: Date) => number,
): Cluster<Mark>[] {
  const groups: { xs: OneOrMore<number>; marks: OneOrMore<Mark> }[] = []
  for (const mark of marks.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const x = place(mark.at)
    const last = groups.at(-1)
    if (last && x - middle(last.xs) < leastDistance) {
      last.xs.push(x)
      last.marks.push(mark)
    } else groups.push({ xs: [x], marks: [mark] })
  }
  return groups.map(({ xs, marks: own }) => ({ x: middle(xs), marks: own }))
}

/** Alarms as chips; several at one place are `×n` in the colour of their commonest group. */
export function alarmChips(
  alarms: readonly ChartAlarm[],
  place: (at: Date) => number,
): AlarmChip[] {
  return clusters(alarms, place).map(({ x, marks }) => {
    const { colour, code } = alarmGroupLook(commonest(marks))
    return { x, alarms: marks, text: marks.length === 1 ? code : `×${marks.length}`, colour }
  })
}

/** The group of most alarms; of equally many the one that came first. */
function commonest(alarms: readonly [ChartAlarm, ...ChartAlarm[]]): string {
  const counts = new Map<string, number>()
  for (const { group } of alarms) counts.set(group, (counts.get(group) ?? 0) + 1)
  const most = Math.max(...counts.values())
  return alarms.find(({ group }) => counts.get(group) === most)?.group ?? alarms[0].group
}

type OneOrMore<Item> = [Item, ...Item[]]

const middle = (xs: Readonly<OneOrMore<number>>) => (xs[0] + (xs.at(-1) ?? xs[0])) / 2
