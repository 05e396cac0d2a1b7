import { type Incoming, rawText, type SourceName } from '@packboard/ingest'
import { type MachineRecord, readStateTimes, type StateTimes } from '@packboard/model'

/**
 * A record as one line of NDJSON for the central server; null for the end of a session, which no record of the wire
 * says: there the machine is OFFLINE when its last sample is older than its hold limit (D11). What came in Packboard's own
 * JSON with a time of its own goes on as it came, so that the central server finds the same fields and the same faults.
 */
export function lineOf(incoming: Incoming, source: SourceName): string | null {
  if ('refused' in incoming) return asItCame(incoming.wire)
  const { record, timeless, wire } = incoming
  if (record.kind === 'sample' && record.death) return null
  if (source === 'http' || (source === 'mqttJson' && !timeless)) return asItCame(wire)
  return JSON.stringify(toWire(record))
}

/** One line that the central server does not take for several or for none; what is no JSON it quarantines as it came. */
function asItCame(wire: unknown): string {
  if (Buffer.isBuffer(wire)) return JSON.stringify(rawText(wire))
  if (typeof wire !== 'string') return JSON.stringify(wire)
  return wire.includes('\n') || wire.trim() === '' ? JSON.stringify(wire) : wire
}

/** A record in Packboard's own JSON (`recordWire` of the contract). */
function toWire(record: MachineRecord): object {
  if (record.kind === 'alarm') {
    const { sequence, ...alarm } = record
    return sequence === undefined ? alarm : { ...alarm, seq: sequence }
  }
  if (record.kind === 'audit') {
    const { at, ...audit } = record
    return { ...audit, time: at }
  }
  return {
    kind: 'sample',
    serialNo: record.serialNo,
    time: record.at,
    seq: record.sequence,
    state: record.state,
    product: record.product,
    tool: record.tool,
    user: record.user,
    speed: record.speedPpm,
    packs: record.packCounter,
    batch: record.batchCounter,
    rejects: record.rejectCounter,
    setSpeed: record.setSpeedPpm,
    unitMode: record.unitMode,
    stateSeconds: record.stateTimes && secondsOf(record.stateTimes),
  }
}

const secondsOf = (times: StateTimes) =>
  Object.fromEntries(readStateTimes(times).map(([state, ms]) => [state, ms / 1_000]))
