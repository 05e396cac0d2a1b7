/** What is left of a quarantined record that held an erased name: its time and its reason stay in the other columns. */
export const erasedRaw = '{"erased":true}'

const backslash = 0x5c
const quote = 0x22

/** The texts in a quarantined record, as far as it is JSON. It reads each character once, whatever the record is. */
export function* textsOf(raw: string): Generator<string> {
  for (let begin = raw.indexOf('"'); begin >= 0; ) {
    let end = begin + 1
    let isPlain = true
    for (let code = raw.charCodeAt(end); end < raw.length && code !== quote; ) {
      if (code === backslash) isPlain = false
      end += code === backslash ? 2 : 1
      code = raw.charCodeAt(end)
    }
    // Without its end it is no text, nor is anything after it.
    if (end >= raw.length) return
    const text = isPlain ? raw.slice(begin + 1, end) : parsedText(raw.slice(begin, end + 1))
    if (text !== undefined) yield text
    begin = raw.indexOf('"', end + 1)
  }
}

function parsedText(quoted: string): string | undefined {
  try {
    const text: unknown = JSON.parse(quoted)
    return typeof text === 'string' ? text : undefined
  } catch {
    return undefined
  }
}
