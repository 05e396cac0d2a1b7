/** What is left of a quarantined record that held an erased name: its time and its reason stay in the other columns. */
export const erasedRaw = '{"erased":true}'

/** A text of JSON, with its quotation marks. */
const jsonText = /"(?:[^"\\]|\\.)*"/g

/** The texts in a quarantined record, as far as it is JSON. */
export function textsOf(raw: string): string[] {
  return (raw.match(jsonText) ?? []).flatMap((quoted) => {
    try {
      const text: unknown = JSON.parse(quoted)
      return typeof text === 'string' ? [text] : []
    } catch {
      return []
    }
  })
}
