import { createHash } from 'node:crypto'
import { checkRecord } from '../checkRecord.ts'
import type { Incoming, SourceName } from '../connector.ts'
import { newTagMemory, plainTag, readTag } from '../connectors/packmlTags/readTag.ts'
import type { MachineDirectory } from '../directory.ts'
import { isObject, readWireRecord } from '../wireRecord.ts'

/** A record that was quarantined, as it is stored. */
export type KeptRecord = {
  readonly id: string
  readonly source: SourceName
  readonly serialNo: string
  readonly receivedAt: number
  readonly raw: string
}

/** The ways whose records say everything that they need, and can be read again. */
export const readableAgain = ['http', 'mqttJson', 'file', 'packmlTags'] as const

/** Above every number that Packboard itself gives: a value that is read again stands after what was stored at its moment. */
const firstSequence = 4_294_000_000
const sequences = 900_000

/**
 * A record that was quarantined, read with the machines and dictionaries of now; `wrong` says why it still cannot be accepted. It has
 * the time that it carries, or that of its receipt then, so that reading it twice gives the same record (D7).
 */
export function readKept(
  kept: KeptRecord,
  directory: MachineDirectory,
): { readonly incoming: Incoming } | { readonly wrong: string } {
  const wire = jsonOf(kept.raw)
  if (wire === undefined) return { wrong: 'not JSON' }
  const incoming =
    kept.source === 'packmlTags' ? ofTag(wire, kept, directory) : readWireRecord(wire)
  if (incoming === undefined) return { wrong: 'the topic belongs to no machine of PackML tags' }
  if ('refused' in incoming) return { wrong: incoming.detail }
  const verdict = checkRecord(incoming.record, kept.receivedAt)
  return verdict.ok ? { incoming } : { wrong: verdict.detail }
}

function jsonOf(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const wire: unknown = JSON.parse(raw)
    return isObject(wire) ? wire : undefined
  } catch {
    return undefined
  }
}

/** A tag says nothing of its time and machine: it came at its receipt, and its topic belongs to one. */
function ofTag(
  wire: Readonly<Record<string, unknown>>,
  { receivedAt, id }: KeptRecord,
  directory: MachineDirectory,
): Incoming | undefined {
  const { topic, payload } = wire
  if (typeof topic !== 'string' || typeof payload !== 'string') return undefined
  const found = directory.byTopic(topic)
  if (found?.setting.connector !== 'packmlTags') return undefined
  const { serialNo } = found.machine
  const tag = plainTag(topic.slice(found.setting.prefix.length + 1))
  const said = readTag(tag, payload, newTagMemory(), found.setting.dictionary)
  if (!said?.says || said.wrong !== undefined) {
    const detail = said?.wrong ?? 'no record has a field for this tag'
    return { refused: 'malformed', detail, serialNo, wire }
  }
  const sequence =
    firstSequence + (createHash('sha256').update(id).digest().readUInt32BE() % sequences)
  const record = { kind: 'sample', serialNo, at: receivedAt, sequence, ...said.says } as const
  return { record, timeless: false, wire }
}
