import {
  type Alarm,
  type AlarmElement,
  type AlarmPlace,
  type Alarms,
  createAlarms,
  groupOf,
  type Interlock,
} from '../../packml/alarms.ts'
import { ownText } from '../../packml/ownText.ts'

/** Elements of one place that are remembered. */
const elementLimit = 200
const textCharacters = 512

const elementTag =
  /^Admin\/(Alarm|StopReason)\/(?:(\d{1,4})\/)?(ID|Message|Category|DateTime|Trigger)$/
/** OPC 30050 calls them otherwise than ISA-TR88, and gateways pass its names on. */
const interlockTag = /^Status\/(?:EquipmentInterlock\/|Equipment)(Blocked|Starved)$/

export const isAlarmTag = (tag: string) => elementTag.test(tag) || interlockTag.test(tag)

type Fields = {
  id: number | undefined
  message: string
  category: number | undefined
  at: number | undefined
  isTriggered: boolean
}

/**
 * The alarms of a machine whose elements come field by field: `Admin/Alarm/3/ID`, `…/Message`, `…/Trigger`. Fields are taken
 * as they come; `changes` says what they mean together.
 */
export function createTagAlarms(alarms: Alarms = createAlarms('')) {
  const places: Readonly<Record<AlarmPlace, Map<number, Fields>>> = {
    Alarm: new Map(),
    StopReason: new Map(),
  }
  const interlocks = new Map<Interlock, boolean>()
  const touched = new Set<AlarmPlace | Interlock>()

  function element(place: AlarmPlace, index: number): Fields | undefined {
    const known = places[place].get(index)
    if (known || places[place].size >= elementLimit) return known
    const made = { id: undefined, message: '', category: undefined, at: undefined }
    const fields: Fields = { ...made, isTriggered: false }
    places[place].set(index, fields)
    return fields
  }

  /** Null for a tag that is none of an alarm; else what is wrong with its text. */
  function take(tag: string, text: string): { readonly wrong?: string } | null {
    const interlock = interlockTag.exec(tag)
    if (interlock) {
      const which = interlock[1] === 'Blocked' ? 'Blocked' : 'Starved'
      const isOn = yesOrNo(text)
      if (isOn === undefined) return { wrong: 'neither true nor false' }
      interlocks.set(which, isOn)
      touched.add(which)
      return {}
    }
    const found = elementTag.exec(tag)
    if (!found) return null
    const place = found[1] === 'Alarm' ? 'Alarm' : 'StopReason'
    const fields = element(place, Number(found[2] ?? 0))
    if (!fields) return {}
    touched.add(place)
    return setField(fields, found[3] ?? '', text)
  }

  function raisedAt(place: AlarmPlace): AlarmElement[] {
    return [...places[place].values()].flatMap(({ id = 0, message, category, at, isTriggered }) => {
      // A stop reason has no trigger: it is there or it is not. Of an alarm something must be known.
      const isThere = place === 'Alarm' ? isTriggered && (id !== 0 || message !== '') : id !== 0
      return isThere ? [{ id, message, group: groupOf(place, category), raisedAt: at }] : []
    })
  }

  return {
    take,

    isTouched: () => touched.size > 0,

    /** What was raised and cleared by the fields that came since the last call, at this moment. */
    changes(at: number): Alarm[] {
      const records: Alarm[] = []
      for (const which of ['Blocked', 'Starved'] as const) {
        const isOn = interlocks.get(which)
        if (touched.has(which)) records.push(...alarms.interlock(which, isOn === true, at))
      }
      for (const place of ['Alarm', 'StopReason'] as const) {
        if (touched.has(place)) records.push(...alarms.list(place, raisedAt(place), at))
      }
      touched.clear()
      return records
    },
  }
}
export type TagAlarms = ReturnType<typeof createTagAlarms>

function setField(fields: Fields, name: string, text: string): { readonly wrong?: string } {
  switch (name) {
    case 'ID': {
      const id = Number(text)
      if (text.trim() === '' || !Number.isInteger(id)) return { wrong: 'not a whole number' }
      fields.id = id
      // The time of the one before; that of the next comes with it.
      if (id === 0) fields.at = undefined
      return {}
    }
    case 'Message':
      fields.message = ownText(text, textCharacters)
      return {}
    case 'Category': {
      const category = Number(text)
      fields.category = Number.isInteger(category) ? category : undefined
      return {}
    }
    case 'DateTime':
      fields.at = momentOf(text)
      return {}
    default: {
      const isTriggered = yesOrNo(text)
      if (isTriggered === undefined) return { wrong: 'neither true nor false' }
      fields.isTriggered = isTriggered
      if (!isTriggered) fields.at = undefined
      return {}
    }
  }
}

/** A moment that needs no guess at a zone: ISO 8601 with an offset, or milliseconds since 1970. */
function momentOf(text: string): number | undefined {
  if (/^\d{12,14}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}
