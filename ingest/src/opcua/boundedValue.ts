import { structureLimits } from '@packboard/model'
import { DataValue, StatusCodes } from 'node-opcua-client'

const { values: mostValues, depth: mostDepth, textCharacters } = structureLimits.opcUaValue

/** What stands for a value that has more than is read. */
const beyond = StatusCodes.BadEncodingLimitsExceeded

/** The value, or its time and a bad quality where it has more than a value may have: nothing more of it is kept or read. */
export function boundedValue(value: DataValue): DataValue {
  if (isWithin(value.value?.value)) return value
  const { sourceTimestamp, serverTimestamp } = value
  return new DataValue({ statusCode: beyond, sourceTimestamp, serverTimestamp })
}

export const isBeyond = ({ statusCode }: DataValue): boolean => statusCode.equals(beyond)

export const beyondSentence = `a value has more than ${mostValues} values, ${mostDepth} levels or ${textCharacters} characters: it was not read`

/** Without a stack: a server may nest as deeply as it likes. */
function isWithin(whole: unknown): boolean {
  const waiting: { readonly value: unknown; readonly depth: number }[] = [
    { value: whole, depth: 0 },
  ]
  let values = 0
  let characters = 0
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value, depth } = next
    values += 1
    if (typeof value === 'string') characters += value.length
    else if (ArrayBuffer.isView(value)) values += value.byteLength / 8
    else if (typeof value === 'object' && value !== null) {
      if (depth >= mostDepth) return false
      if (Array.isArray(value) && values + value.length > mostValues) return false
      for (const inner of Object.values(value)) waiting.push({ value: inner, depth: depth + 1 })
    }
    if (values + waiting.length > mostValues || characters > textCharacters) return false
  }
  return true
}
