/** Different texts that one machine may use on one day for each of product, tool and user. */
const distinctTextLimit = 10_000

/** What stands in for a text beyond the limit. */
const otherText = '(other)'

/**
 * A machine that sends a new product with each record would make every list and index grow without bound. Beyond the
 * limit its texts become `(other)`, and the record is flagged. Remembers 32 bits a text, not the text.
 */
export class DistinctTexts {
  private day = -1
  private readonly seen = new Map<string, Set<number>>()
  private readonly last = new Map<string, string>()

  /** The text, or `(other)` when this machine has reached its limit of the day. */
  pass(field: string, text: string, day: number): string {
    if (day !== this.day) {
      this.day = day
      this.seen.clear()
      this.last.clear()
    }
    if (this.last.get(field) === text) return text
    let texts = this.seen.get(field)
    if (!texts) {
      texts = new Set()
      this.seen.set(field, texts)
    }
    const mark = hash(text)
    if (!texts.has(mark)) {
      if (texts.size >= distinctTextLimit) return otherText
      texts.add(mark)
    }
    this.last.set(field, text)
    return text
  }
}

/** FNV-1a over UTF-16 units. Two texts with the same hash count as one text. */
function hash(text: string): number {
  let mark = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193)
  }
  return mark >>> 0
}
