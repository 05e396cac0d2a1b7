import { type QuarantineReason, structureLimits } from '@packboard/model'
import { rawText } from './rawText.ts'
import { cutText } from './recordScan/cutRecord.ts'

const { bytes: most } = structureLimits.record

/** Instead of the text of a message whose text stands with the record before. */
const sameMessage = '{"text":"as of the record before it: both are of one message"}'

type Why = { readonly reason: QuarantineReason; readonly detail: string }

/**
 * The texts that are kept of the records of one reading. One that became longer than a record may be loses its end, and says so;
 * a message of which many records are quarantined is kept once.
 */
export function createKeptRaw() {
  let before: unknown
  return (wire: unknown, why: Why): Why & { readonly raw: string } => {
    const isRepeated = typeof wire === 'object' && wire !== null && wire === before
    before = wire
    if (isRepeated) return { ...why, raw: sameMessage }
    const raw = rawText(wire)
    // At most three bytes a character.
    if (raw.length * 3 <= most) return { ...why, raw }
    const bytes = Buffer.from(raw)
    if (bytes.length <= most) return { ...why, raw }
    const detail = `${why.detail}; ${most} of its ${bytes.length} bytes are kept`
    return { reason: 'cut', detail, raw: cutText(bytes) }
  }
}
