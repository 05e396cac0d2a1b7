import { recordFileLimits } from '@packboard/model'

const { depth: deepest, columns: mostValues } = recordFileLimits

/**
 * Whether a line of JSON has no more values, and none within more others, than a line may have. It looks at brackets and commas outside
 * of texts and makes no value, so that a line which is refused costs its characters and no more.
 */
export function isWithinBounds(line: string): boolean {
  let depth = 0
  let values = 0
  let isText = false
  for (let at = 0; at < line.length; at++) {
    const character = line[at]
    if (isText) {
      if (character === '\\') at += 1
      else if (character === '"') isText = false
    } else if (character === '"') isText = true
    else if (character === '{' || character === '[') {
      depth += 1
      // Its first value; the others have a comma before them.
      values += 1
      if (depth > deepest || values > mostValues) return false
    } else if (character === '}' || character === ']') depth -= 1
    else if (character === ',') {
      values += 1
      if (values > mostValues) return false
    }
  }
  return true
}
