import type { MachineRecord } from '@packboard/model'

/**
 * The beginning of a text, as a text of its own: the engine keeps a whole text for the sake of a part of it, and what is remembered of
 * a machine would be as large as its longest messages.
 */
export const ownText = (text: string, characters: number): string =>
  text.length <= characters ? text : Buffer.from(text.slice(0, characters)).toString()

export type Alarm = Extract<MachineRecord, { kind: 'alarm' }>

/** Of one machine, until they are cleared. */
const openAlarms = 1_000

/** Where PackML keeps what is wrong: the list of alarms, and the reason of the present stop. */
export type AlarmPlace = 'Alarm' | 'StopReason'

/** What the alarms of a place are called together. */
export const groupOf = (place: AlarmPlace, category: number | undefined): string =>
  place === 'StopReason' ? 'Stop reason' : `Category ${category ?? 0}`

/** An element of such a place that is raised. */
export type AlarmElement = {
  readonly id: number
  readonly message: string
  readonly group: string
  /** Its own time; undefined where the machine says none. */
  readonly raisedAt: number | undefined
}

/** The machine cannot go on because of its neighbours in the line. */
export type Interlock = 'Blocked' | 'Starved'

const interlockWords: Readonly<Record<Interlock, string>> = {
  Blocked: 'Blocked: the next machine takes nothing',
  Starved: 'Starved: the machine before delivers nothing',
}

/** An alarm condition event of OPC UA, as far as it is read. */
export type ConditionEvent = {
  readonly condition: string
  readonly sourceName: string
  readonly conditionName: string
  readonly message: string
  readonly isActive: boolean
  readonly at: number
}

/**
 * The alarms of a machine that are raised and not cleared, whatever they were read from. It outlives a connection: what was
 * cleared while the line was cut is cleared when the machine is read again, and what is still there is not raised a second
 * time.
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
    /**
     * What is raised at a place now: everything of it that is not there any more is cleared. An acknowledgement ends
     * nothing: an alarm is over when its element is no longer raised.
     */
    list(place: AlarmPlace, elements: readonly AlarmElement[], at: number): Alarm[] {
      const records: Alarm[] = []
      const there = new Set<string>()
      const before = [...open.keys()].filter((key) => key.startsWith(`${place} `))
      /** By `place id`; of two with one number the first. */
      const ofId = new Map<string, string>()
      const note = (key: string) => {
        const about = key.slice(0, key.lastIndexOf(' '))
        if (!ofId.has(about)) ofId.set(about, key)
      }
      before.forEach(note)
      for (const { id, message, group, raisedAt: own } of elements) {
        const raisedAt = own ?? at
        const known = ofId.get(`${place} ${id}`)
        // Without a time of its own, the same number is the same alarm until it is cleared.
        const key = own === undefined && known !== undefined ? known : `${place} ${id} ${raisedAt}`
        there.add(key)
        const isReason = place === 'StopReason'
        records.push(
          ...raise(key, {
            raisedAt,
            group,
            description: message === '' ? `${isReason ? 'Stop reason' : 'Alarm'} ${id}` : message,
            code: String(id),
          }),
        )
        if (open.has(key)) note(key)
      }
      const gone = before.filter((key) => !there.has(key))
      return [...gone.flatMap((key) => clear(key, at)), ...records]
    },

    /** An alarm of the group Interlock for as long as the machine says that a neighbour stops it. */
    interlock(which: Interlock, isOn: boolean, at: number): Alarm[] {
      const key = `interlock ${which}`
      if (!isOn) return clear(key, at)
      const description = interlockWords[which]
      return raise(key, { raisedAt: at, group: 'Interlock', description, code: which })
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
