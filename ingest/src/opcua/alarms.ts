import type { MachineRecord } from '@packboard/model'
import { alarmElements, openAlarms } from './limits.ts'
import { elementsOf, fieldOf, numberOf, shortText } from './values.ts'

type Alarm = Extract<MachineRecord, { kind: 'alarm' }>

/** An alarm condition event, as far as it is read. */
export type ConditionEvent = {
  readonly condition: string
  readonly sourceName: string
  readonly conditionName: string
  readonly message: string
  readonly isActive: boolean
  readonly at: number
}

/**
 * The alarms of a machine that are raised and not cleared. It outlives a connection: what was cleared while the line was cut
 * is cleared when the machine is read again, and what is still there is not raised a second time.
 */
export function createAlarms(serialNo: string) {
  const open = new Map<string, Alarm>()

  function raise(key: string, alarm: Omit<Alarm, 'kind' | 'serialNo'>): Alarm[] {
    if (open.has(key) || open.size >= openAlarms) return []
    const raised: Alarm = { kind: 'alarm', serialNo, ...alarm }
    open.set(key, raised)
    return [raised]
  }

  function clear(key: string, at: number): Alarm[] {
    const raised = open.get(key)
    if (!raised) return []
    open.delete(key)
    return [{ ...raised, clearedAt: Math.max(at, raised.raisedAt) }]
  }

  return {
    /** `Admin.Alarm` or `Admin.StopReason`: everything of this place that is not in the array any more is cleared. */
    array(
      place: 'Alarm' | 'StopReason',
      value: unknown,
      extent: number | undefined,
      at: number,
      ownTime: (date: unknown) => number | undefined,
    ): Alarm[] {
      const records: Alarm[] = []
      const there = new Set<string>()
      for (const element of elementsOf(value, Math.min(extent ?? alarmElements, alarmElements))) {
        const id = numberOf(fieldOf(element, 'ID')) ?? 0
        const trigger = fieldOf(element, 'Trigger')
        // A stop reason has no trigger: it is there or it is not.
        if (place === 'Alarm' ? trigger !== true : id === 0) continue
        const own = ownTime(fieldOf(element, 'DateTime'))
        const raisedAt = own ?? at
        const known = [...open.keys()].find((key) => key.startsWith(`${place} ${id} `))
        // Without a time of its own, the same number is the same alarm until it is cleared.
        const key = own === undefined && known !== undefined ? known : `${place} ${id} ${raisedAt}`
        there.add(key)
        const message = shortText(fieldOf(element, 'Message'))
        const category = numberOf(fieldOf(element, 'Category'))
        records.push(
          ...raise(key, {
            raisedAt,
            group: place === 'StopReason' ? 'Stop reason' : `Category ${category ?? 0}`,
            description: message === '' ? `Alarm ${id}` : message,
            code: String(id),
          }),
        )
      }
      const gone = [...open.keys()].filter((key) => key.startsWith(`${place} `) && !there.has(key))
      return [...gone.flatMap((key) => clear(key, at)), ...records]
    },

    event({
      condition,
      sourceName,
      conditionName,
      message,
      isActive,
      at,
    }: ConditionEvent): Alarm[] {
      const key = `condition ${condition}`
      if (!isActive) return clear(key, at)
      return raise(key, {
        raisedAt: at,
        group: sourceName === '' ? 'Conditions' : sourceName,
        description: message === '' ? conditionName : message,
        ...(conditionName !== '' && { code: conditionName }),
      })
    },

    count: () => open.size,
  }
}
export type Alarms = ReturnType<typeof createAlarms>
