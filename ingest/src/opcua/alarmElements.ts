import { type AlarmElement, type AlarmPlace, groupOf } from '../packml/alarms.ts'
import { alarmElements } from './limits.ts'
import { elementsOf, fieldOf, numberOf, shortText } from './values.ts'

/** The elements of `Admin.Alarm` or `Admin.StopReason` that are raised. */
export function alarmElementsOf(
  place: AlarmPlace,
  value: unknown,
  extent: number | undefined,
  ownTime: (date: unknown) => number | undefined,
): AlarmElement[] {
  const most = Math.min(extent ?? alarmElements, alarmElements)
  return elementsOf(value, most).flatMap((element) => {
    const id = numberOf(fieldOf(element, 'ID')) ?? 0
    // A stop reason has no trigger: it is there or it is not.
    if (place === 'Alarm' ? fieldOf(element, 'Trigger') !== true : id === 0) return []
    const message = shortText(fieldOf(element, 'Message'))
    const category = numberOf(fieldOf(element, 'Category'))
    const group = groupOf(place, category)
    return [{ id, message, group, raisedAt: ownTime(fieldOf(element, 'DateTime')) }]
  })
}
