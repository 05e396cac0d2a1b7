import type { MachineRecord } from '@packboard/model'

/** A record in Packboard's own JSON, as HTTP takes it (one a line) and MQTT (one a message). */
export function wireText(record: MachineRecord): string {
  return JSON.stringify(wireRecord(record))
}

function wireRecord(record: MachineRecord) {
  switch (record.kind) {
    case 'sample': {
      const { serialNo, at, sequence, state, product, tool, user, speedPpm } = record
      return {
        kind: 'sample',
        serialNo,
        time: at,
        seq: sequence === 0 ? undefined : sequence,
        state,
        product,
        tool,
        user,
        speed: speedPpm,
        packs: record.packCounter,
        batch: record.batchCounter,
        rejects: record.rejectCounter,
        setSpeed: record.setSpeedPpm,
        unitMode: record.unitMode,
      }
    }
    case 'alarm':
      return record
    case 'audit': {
      const { at, ...audit } = record
      return { ...audit, time: at }
    }
  }
}
