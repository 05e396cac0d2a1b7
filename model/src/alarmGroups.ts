/** The groups of alarms that have a colour of their own, by the keyword in the machine's group name (specification §9). */
export const alarmGroupKeys = [
  'Safety',
  'Infeed',
  'Transfer',
  'Film',
  'Jaws',
  'Seal',
  'Outfeed',
  'Temp',
  'External',
] as const

/** `Other` is the group without a keyword. */
export type AlarmGroupKey = (typeof alarmGroupKeys)[number] | 'Other'

/** A keyword counts where a word begins, also inside `OverTemp`; "attempt" is no temperature. */
const patterns = alarmGroupKeys.map((key) => {
  const anyCase = key.replace(/./g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`)
  return { key, pattern: new RegExp(`(?<![A-Za-z])${anyCase}|(?<=[a-z])${key}`) }
})

/** Which colour an alarm group has. Of several keywords the first of the list decides, so a colour never wavers. */
export function alarmGroupKey(group: string): AlarmGroupKey {
  return patterns.find(({ pattern }) => pattern.test(group))?.key ?? 'Other'
}

/** The two letters on an alarm's chip: `SA`, `IN`, `TR`…; of a group without a keyword its own first two. */
export function alarmGroupCode(group: string): string {
  const key = alarmGroupKey(group)
  if (key !== 'Other') return key.slice(0, 2).toUpperCase()
  const letters = group.match(/[\p{L}\p{N}]/gu) ?? []
  return letters.length === 0 ? '??' : letters.slice(0, 2).join('').toUpperCase()
}
