import { expect, test } from 'vitest'
import { alarmChips } from './alarmChips.ts'

const alarm = (minute: number, group: string) => ({
  at: new Date(Date.UTC(2026, 10, 21, 6, minute)),
  group,
  description: '',
})
/** One pixel a minute. */
const place = (at: Date) => (at.getTime() - Date.UTC(2026, 10, 21, 6)) / 60_000

test('an alarm alone carries the letters and the colour of its group', () => {
  expect(alarmChips([alarm(5, 'Film Feed')], place)).toMatchObject([
    { x: 5, text: 'FI', colour: 'var(--group-film)' },
  ])
})

test('neighbours closer than 23 px merge, and keep the colour when their groups are alike', () => {
  const chips = alarmChips([alarm(0, 'Film'), alarm(20, 'Film'), alarm(60, 'Jaws')], place)
  expect(chips.map(({ x, text, colour }) => [x, text, colour])).toEqual([
    [10, '×2', 'var(--group-film)'],
    [60, 'JA', 'var(--group-jaws)'],
  ])
})

test('different groups under one chip have the colour of the commonest, of equally many of the first', () => {
  const [chip] = alarmChips([alarm(0, 'Jaws'), alarm(3, 'Film'), alarm(4, 'Film')], place)
  expect(chip).toMatchObject({ text: '×3', colour: 'var(--group-film)' })
  expect(chip?.alarms).toHaveLength(3)
  expect(alarmChips([alarm(0, 'Jaws'), alarm(3, 'Film')], place)).toMatchObject([
    { text: '×2', colour: 'var(--group-jaws)' },
  ])
})

test('at 23 px they stay apart, and the order of arrival does not matter', () => {
  const chips = alarmChips([alarm(23, 'Seal'), alarm(0, 'Temp')], place)
  expect(chips.map(({ text }) => text)).toEqual(['TE', 'SE'])
})
