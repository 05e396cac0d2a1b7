import { setImmediate } from 'node:timers/promises'
import { ingestRecordLimit } from '@packboard/contract'
import { AppError } from '@packboard/model'

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const lineEnd = 0x0a
/** A record of a machine has some twenty values. */
const valuesOfRecord = 64
/** Others are served after so many bytes. */
const sliceBytes = 1_048_576

/**
 * Refuses a text of JSON with more values than all records of a call may have, before any of them is built: 8 MB of `{},`
 * are 180 MB of objects and most of a second. It does not check the grammar; the parser does that afterwards.
 */
export async function checkValues(text: Buffer): Promise<void> {
  const most = ingestRecordLimit * valuesOfRecord
  // Each value but the last one has its comma and at least one byte of its own.
  if (text.length < 2 * most) return
  const count: Count = { values: 1, inText: false, at: 0 }
  while (count.at < text.length) {
    if (count.at > 0) await setImmediate()
    countSlice(text, Math.min(count.at + sliceBytes, text.length), count)
  }
  if (count.values > most) {
    throw new AppError('request.tooLarge', {
      message: `One call may carry ${ingestRecordLimit} records of ${valuesOfRecord} values.`,
    })
  }
}

type Count = { values: number; inText: boolean; at: number }

/** A function without waiting: one that waits is not compiled as well, and takes ten times as long for a byte. */
function countSlice(text: Buffer, end: number, count: Count): void {
  let { values, inText, at } = count
  for (; at < end; at++) {
    const byte = text[at]
    if (byte === quote) inText = !inText
    // No text of JSON goes over lines: a broken line hides nothing of the next.
    else if (byte === lineEnd) inText = false
    else if (inText) {
      if (byte === backslash) at++
    } else if (byte === comma) values++
  }
  count.values = values
  count.inText = inText
  count.at = at
}
