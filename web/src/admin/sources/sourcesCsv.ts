import type { DataSource } from '@packboard/contract'
import { neutralised } from '@packboard/model'

const hourMs = 3_600_000

/** The table as a file: a line a machine, its hours at the end. Names and numbers are those of the call, for programs to read. */
export function sourcesCsv(sources: readonly DataSource[], since: Date): string {
  const hours = Array.from({ length: sources[0]?.hours.length ?? 0 }, (_, index) =>
    new Date(since.getTime() + index * hourMs).toISOString(),
  )
  const head = [
    ...['serialNo', 'lineName', 'door', 'state', 'receivedAt', 'dataAt', 'perMinute', 'received'],
    ...['accepted', 'duplicate', 'late', 'backFill', 'quarantined', 'resets', 'unknownStates'],
    'missingNumbers',
    ...['unknownFields', 'clockSkewMs', ...hours],
  ]
  const lines = sources.map((one) => [
    ...[one.serialNo, one.lineName, one.door, one.state, one.receivedAt, one.dataAt],
    ...[one.perMinute, one.received, one.accepted, one.duplicate, one.late, one.backFill],
    ...[one.quarantined, one.resets, one.unknownStates, one.missingNumbers],
    ...[Object.keys(one.unknownFields).join(' '), one.clockSkewMs, ...one.hours],
  ])
  return `\uFEFF${[head, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('')}`
}

function cell(value: string | number | Date | null): string {
  if (value === null) return ''
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number') return String(value)
  const text = neutralised(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
