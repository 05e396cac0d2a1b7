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
  let values = 1
  let inText = false
  let sliceEnd = sliceBytes
  for (let at = 0; at < text.length; at++) {
    if (at >= sliceEnd) {
      await setImmediate()
      sliceEnd = at + sliceBytes
    }
    const byte = text[at]
    if (byte === quote) inText = !inText
    // No text of JSON goes over lines: a broken line hides nothing of the next.
    else if (byte === lineEnd) inText = false
    else if (inText) {
      if (byte === backslash) at++
    } else if (byte === comma) values++
  }
  if (values > ingestRecordLimit * valuesOfRecord) {
    throw new AppError('request.tooLarge', {
      message: `One call may carry ${ingestRecordLimit} records of ${valuesOfRecord} values.`,
    })
  }
}
