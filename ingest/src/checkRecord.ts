import {
  clockLimitMs,
  clockToleranceMs,
  type MachineRecord,
  type QuarantineReason,
  rawRetentionDays,
} from '@packboard/model'

/** Text that a machine may send with every sample: longer than a line on any screen. */
const textLimit = 512
/** Faster than any packing machine by three orders, packs per minute. */
const speedLimit = 1e6
/** Beyond this a double no longer counts single packs reliably. */
const counterLimit = 1e15
/** State codes are kept in 16 bits; what is not in the table is unknown, not wrong (D13). */
const stateLimit = 32_767

type Verdict =
  | { readonly ok: true; readonly at: number; readonly flagged: boolean }
  | { readonly ok: false; readonly reason: QuarantineReason; readonly detail: string }

/** Is this record accepted as it is, must its clock be corrected (D9), or must it be quarantined (D10)? */
export function checkRecord(record: MachineRecord, receivedAt: number): Verdict {
  const wrong = implausible(record)
  if (wrong !== undefined) return { ok: false, reason: 'implausible', detail: wrong }

  const at = record.kind === 'alarm' ? record.raisedAt : record.at
  const ahead = at - receivedAt
  if (ahead > clockLimitMs) {
    return {
      ok: false,
      reason: 'tooFarAhead',
      detail: `${Math.round(ahead / 1000)} s ahead: ${byUnit(at) ?? 'set the clock of the machine'}`,
    }
  }
  if (-ahead > rawRetentionDays * 86_400_000) {
    const unit = byUnit(at)
    return { ok: false, reason: 'tooOld', detail: `${tooOldBy(-ahead)}${unit ? `; ${unit}` : ''}` }
  }
  const flagged = ahead > clockToleranceMs
  return { ok: true, at: flagged ? receivedAt : at, flagged }
}

/** Powers of ten of a time since 1970 in each unit, for the years 2001 to 2286; of milliseconds it is 12. */
const units: Readonly<Record<number, string>> = {
  9: 'seconds',
  15: 'microseconds',
  18: 'nanoseconds',
}

/** The unit that a number would have as a time of today, where that is none of milliseconds. */
export const unitOfTime = (time: number): string | undefined =>
  time > 0 ? units[Math.floor(Math.log10(time))] : undefined

function byUnit(at: number): string | undefined {
  const unit = unitOfTime(at)
  return unit && `this looks like ${unit}, send milliseconds since 1970`
}

const tooOldBy = (ms: number) =>
  `${Math.round(ms / 86_400_000)} days old: records are kept for ${rawRetentionDays} days`

function implausible(record: MachineRecord): string | undefined {
  switch (record.kind) {
    case 'sample':
      return (
        notAnInstant('at', record.at) ??
        notWithin('sequence', record.sequence, 0, 4_294_967_295) ??
        notWithin('state', record.state, -stateLimit, stateLimit) ??
        (record.state === undefined || Number.isInteger(record.state)
          ? undefined
          : 'state: not a whole number') ??
        notWithin('speed', record.speedPpm, 0, speedLimit) ??
        notWithin('set speed', record.setSpeedPpm, 0, speedLimit) ??
        notWithin('packs', record.packCounter, 0, counterLimit) ??
        notWithin('batch', record.batchCounter, 0, counterLimit) ??
        notWithin('rejects', record.rejectCounter, 0, counterLimit) ??
        tooLong('product', record.product) ??
        tooLong('tool', record.tool) ??
        tooLong('user', record.user) ??
        tooLong('unit mode', record.unitMode)
      )
    case 'alarm':
      return (
        notAnInstant('raisedAt', record.raisedAt) ??
        (record.clearedAt === undefined
          ? undefined
          : (notAnInstant('clearedAt', record.clearedAt) ??
            (record.clearedAt < record.raisedAt ? 'cleared before it was raised' : undefined)))
      )
    case 'audit':
      return notAnInstant('at', record.at)
  }
}

function notWithin(name: string, value: number | undefined, least: number, most: number) {
  if (value === undefined || (value >= least && value <= most)) return undefined
  return `${name}: ${value} is not between ${least} and ${most}`
}

function tooLong(name: string, text: string | undefined) {
  return text === undefined || text.length <= textLimit ? undefined : `${name}: text too long`
}

const notAnInstant = (name: string, at: number) =>
  Number.isSafeInteger(at) ? undefined : `${name}: ${at} is not a moment`
