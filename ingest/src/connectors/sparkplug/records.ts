import { structureLimits, unknownState } from '@packboard/model'
import type { Incoming } from '../../connector.ts'
import type { EdgeMachine } from '../../directory.ts'
import { type Alarms, createAlarms } from '../../packml/alarms.ts'
import {
  type Facts,
  isReadTag,
  newTagMemory,
  plainTag,
  readTag,
  type TagMemory,
} from '../packmlTags/readTag.ts'
import { MetricTimes, type TimedValue } from './metricTimes.ts'
import { type Metric, type Payload, plainText, typeName, types } from './payload.ts'

/** What the birth of an edge node or device said of its metrics. */
export type Scope = {
  readonly aliases: ReadonlyMap<bigint, { readonly name: string; readonly type?: number }>
  readonly types: ReadonlyMap<string, number>
  readonly memory: TagMemory
  readonly times: MetricTimes
  /** Metrics that its birth had. */
  readonly metrics: number
}

export function scopeOf({ metrics, timestamp }: Payload, alarms: Alarms = createAlarms('')): Scope {
  const aliases = new Map<bigint, { name: string; type?: number }>()
  const typesOf = new Map<string, number>()
  for (const { name: whole, alias, type } of metrics) {
    if (whole === undefined) continue
    // No tag that is read is as long.
    const name = whole.length <= nameLimit ? whole : ''
    if (type !== undefined) typesOf.set(name, type)
    if (alias !== undefined) aliases.set(alias, { name, ...(type !== undefined && { type }) })
  }
  const memory = bornMemory(metrics, alarms)
  const times = new MetricTimes(timestamp === undefined ? [] : bornTimes(metrics), timestamp)
  return { aliases, types: typesOf, memory, times, metrics: metrics.length }
}

const { nameCharacters: nameLimit } = structureLimits.sparkplug

/** A birth names every metric that there will be: without an `AccCount` in it `Count` is the counter of packs. */
function bornMemory(metrics: readonly Metric[], alarms: Alarms): TagMemory {
  const memory = newTagMemory(alarms)
  const tags = new Set(metrics.map(({ name = '' }) => tagOf(name)))
  for (const [counter, name] of [
    [memory.processed, 'Admin/ProdProcessedCount/0'],
    [memory.defective, 'Admin/ProdDefectiveCount/0'],
  ] as const) {
    if (tags.has(`${name}/Count`) && !tags.has(`${name}/AccCount`)) counter.total = 'Count'
  }
  return memory
}

/** The metrics of a birth that have a time of their own. */
function bornTimes(metrics: readonly Metric[]): TimedValue[] {
  return metrics.flatMap((metric) => {
    const tag = tagOf(metric.name ?? '')
    const said = tag === undefined ? undefined : timedValue({ tag, metric, type: metric.type })
    return said ?? []
  })
}

/** A value with its own time; undefined where it has none, or is of the past and says so. */
function timedValue({ tag: name, metric, type }: Named): TimedValue | undefined {
  const { timestamp: at, isHistorical, isNull, value } = metric
  if (at === undefined || isHistorical) return undefined
  return { name, at, value: isNull ? 'null' : (plainText(value, type) ?? '') }
}

/** For an edge node whose birth is not known. */
export const noScope = (alarms: Alarms = createAlarms('')): Scope => ({
  aliases: new Map(),
  types: new Map(),
  memory: newTagMemory(alarms),
  times: new MetricTimes(),
  metrics: 0,
})

type Named = { readonly tag: string; readonly metric: Metric; readonly type: number | undefined }
/** Metrics of one moment. */
type Moment = {
  readonly at: number
  readonly timeless: boolean
  readonly named: Named[]
  /** The time of one of them stands still. */
  timeOfMessage?: true
  /** One of them says how the machine is now. */
  isPresent?: true
}

type MessageRecords = {
  readonly records: readonly Incoming[]
  /** The time of the newest record that says how the machine is; undefined where all are of the past or there is none. */
  readonly spokeAt: number | undefined
  /** Metrics that say only a number, and no birth says what it means. */
  readonly unresolved: number
}

/**
 * What a message says of a machine: metrics of one moment are one sample, which carries only what they say (D5). The
 * values of a birth are those of the birth, whenever they last changed.
 */
export function recordsOf(options: {
  readonly payload: Payload
  readonly isBirth: boolean
  readonly scope: Scope
  readonly target: EdgeMachine
  readonly sequence: number
  readonly receivedAt: number
  readonly wire: unknown
}): MessageRecords {
  const { payload, isBirth, scope, target, sequence, receivedAt, wire } = options
  const { serialNo } = target.machine
  const messageAt = payload.timestamp
  const records: Incoming[] = []
  const odd: string[] = []
  const read: Named[] = []
  const moments = new Map<number | undefined, Moment>()
  let unresolved = 0
  let spokeAt: number | undefined
  const refuse = (detail: string) =>
    void records.push({ refused: 'malformed', detail, serialNo, wire })

  function sort(metric: Metric) {
    const known = metric.alias === undefined ? undefined : scope.aliases.get(metric.alias)
    const name = metric.name ?? known?.name
    if (name === undefined) {
      unresolved += 1
      return
    }
    const type = metric.type ?? known?.type ?? scope.types.get(name)
    if (type === types.template || (type !== undefined && !isKnown(type))) {
      odd.push(`${shortly(name)} (${typeName(type)})`)
      return
    }
    const tag = tagOf(name)
    if (tag !== undefined) read.push({ tag, metric, type })
  }

  /** In a birth all values have its time, and nearly all metrics have the time of their message. */
  const older = (named: Named): TimedValue | undefined =>
    isBirth || (named.metric.timestamp ?? Number.POSITIVE_INFINITY) >= (messageAt ?? 0)
      ? undefined
      : timedValue(named)

  function place(named: Named) {
    const { tag, metric } = named
    const own = isBirth && !metric.isHistorical ? messageAt : metric.timestamp
    if (metric.isHistorical && own === undefined) {
      refuse(`${tag}: a historical value without a time`)
      return
    }
    const said = older(named)
    const whose = said ? scope.times.whose(said.at) : 'own'
    const at =
      whose === 'message' ? messageAt : whose === 'birth' ? scope.times.bornAt : (own ?? messageAt)
    const moment: Moment = moments.get(at) ?? {
      at: at ?? receivedAt,
      timeless: at === undefined,
      named: [],
    }
    moments.set(at, moment)
    moment.named.push(named)
    if (whose === 'message') moment.timeOfMessage = true
    // What an edge node kept from before its birth is of the past, whether it says so or not.
    if (metric.isHistorical || moment.at < scope.times.bornAt) return
    moment.isPresent = true
    spokeAt = Math.max(spokeAt ?? 0, moment.at)
  }

  for (const metric of payload.metrics) sort(metric)
  for (const named of read) {
    const said = older(named)
    if (said && messageAt !== undefined) scope.times.saw(said, messageAt)
  }
  for (const named of read) place(named)
  if (odd.length > 0) refuse(`a type that is not read: ${listOf(odd)}`)
  if (unresolved > 0) {
    refuse(`${unresolved} metrics are named by a number alone, and no birth says what it means`)
  }
  let hasSample = false
  for (const moment of [...moments.values()].sort(byTime)) {
    const { at, timeless, named } = moment
    const how = {
      ...{ timeless, wire },
      ...(moment.timeOfMessage && { timeOfMessage: moment.timeOfMessage }),
      ...(!moment.isPresent && { isPast: true as const }),
    }
    const { facts, wrong, rawState } = factsOf(named, scope.memory, target)
    for (const detail of wrong) refuse(detail)
    for (const alarm of scope.memory.alarms.changes(at)) {
      const record = { ...alarm, serialNo }
      records.push({ record, ...how })
    }
    if (facts === undefined) continue
    hasSample = true
    const record = { kind: 'sample', serialNo, at, sequence, ...facts } as const
    records.push({ record, ...how, ...(rawState !== undefined && { rawState }) })
  }
  return { records, spokeAt: hasSample ? spokeAt : undefined, unresolved }
}

function factsOf(named: readonly Named[], memory: TagMemory, { setting }: EdgeMachine) {
  let facts: Facts | undefined
  let rawState: number | 'words' | undefined
  const wrong: string[] = []
  for (const { tag, metric, type } of [...named].sort(textFirst)) {
    const said = sayingOf(tag, metric, type, memory)
    if (said === undefined) continue
    if ('state' in said) {
      facts = { ...facts, ...said }
      continue
    }
    if ('wrong' in said) {
      wrong.push(said.wrong)
      continue
    }
    const ofAlarm = memory.alarms.take(tag, said.text)
    const read = ofAlarm ? null : readTag(tag, said.text, memory, setting.dictionary)
    const fault = ofAlarm?.wrong ?? read?.wrong
    if (fault !== undefined) wrong.push(`${tag}: ${fault}`)
    if (read?.says) facts = { ...facts, ...read.says }
    rawState = read?.rawState ?? rawState
  }
  return { facts, wrong, rawState }
}

type Saying = { readonly state: number } | { readonly wrong: string } | { readonly text: string }

/** Undefined: the metric says nothing. */
function sayingOf(
  tag: string,
  metric: Metric,
  type: number | undefined,
  memory: TagMemory,
): Saying | undefined {
  const isState = tag === 'Status/StateCurrent' || tag === 'Status/StateCurrentStr'
  if (metric.isNull) {
    // A state that is not known is unknown time, where another value keeps what it was. A text that is null leaves the
    // state to the number.
    if (tag === 'Status/StateCurrentStr') memory.saysStateName = false
    return isState && !memory.saysStateName ? { state: unknownState } : undefined
  }
  const text = plainText(metric.value, type)
  if (text === undefined) {
    if (!isReadTag(tag)) return undefined
    return { wrong: `${tag}: no plain value (${typeName(type)})` }
  }
  // Texts are empty until the machine fills them.
  if (text === '') return undefined
  const { bytes } = structureLimits.record
  if (text.length > bytes) return { wrong: `${tag}: a value is longer than ${bytes} characters` }
  return { text }
}

const byTime = (one: Moment, other: Moment) => one.at - other.at

/** The text of a state or a mode before its number, and names before values (D45). */
const textFirst = (one: Named, other: Named) => rank(one.tag) - rank(other.tag)
const rank = (tag: string) => (tag.endsWith('Str') || tag.endsWith('/Name') ? 0 : 1)

const isKnown = (type: number) => type >= 1 && type <= types.last

/** The tag of PackML that a metric is: from `Status` or `Admin` on. */
function tagOf(name: string): string | undefined {
  if (!name.startsWith('Status') && !name.startsWith('Admin')) return undefined
  return plainTag(name)
}

const namesShown = 5
const nameCharacters = 64
const shortly = (name: string) => name.slice(0, nameCharacters)

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, namesShown).join(', ')
  return names.length > namesShown ? `${shown} and ${names.length - namesShown} more` : shown
}

/** The metrics of a message as a person reads them, `name = value`, up to about this many characters. */
export function payloadText(
  { metrics }: Payload,
  { aliases, types }: Pick<Scope, 'aliases' | 'types'>,
  characters: number,
): string {
  const parts: string[] = []
  let length = 0
  for (const { name, alias, type, value, isNull } of metrics) {
    if (length > characters) break
    const known = alias === undefined ? undefined : aliases.get(alias)
    const called = name ?? known?.name ?? `alias ${alias ?? '?'}`
    const plain = plainText(value, type ?? known?.type ?? types.get(called))
    const part = `${called} = ${isNull ? 'null' : (plain ?? '…')}`
    parts.push(part)
    length += part.length + 2
  }
  return parts.join(', ')
}
