import { randomInt } from 'node:crypto'

/** Other for each process: nobody can choose names that count as one. */
const seed = randomInt(2 ** 31)
const prime = 0x01000193
/** Places for hashes: of a thousand different names about eight fall together and count less. */
const places = 65_536
/** A record within its bounds has no more: each of its values stands below three names of its own at most. */
const namesOfRecord = 256

/** Of so many records the names of one are counted, by chance: no sender knows which, and a good call costs little. */
const oneOf = 8

/**
 * Counts the different names of the records of a text, never more than there are: the parser makes a class for each new combination of names, and
 * with 600,000 different ones it takes ten seconds for 8 MB.
 */
export function createNameCount() {
  const seen = new Uint8Array(places / 8)
  const ofRecord = new Uint32Array(namesOfRecord)
  let inRecord = 0
  let different = 0
  let chance = seed
  let isCounted = true
  return {
    /** Whether the names of the present record count. */
    counts: () => isCounted,

    /** A name of the present record. */
    add(text: Uint8Array, start: number, end: number) {
      let hash = seed
      for (let at = start; at < end; at++) hash = Math.imul(hash ^ (text[at] ?? 0), prime)
      if (inRecord < namesOfRecord) ofRecord[inRecord++] = hash ^ (hash >>> 15)
    },
    /** The record has ended; the names of one that is left out do not count. */
    end(counts: boolean) {
      if (counts) {
        for (let each = 0; each < inRecord; each++) {
          const place = (ofRecord[each] ?? 0) % places
          const bit = 1 << (place & 7)
          const byte = seen[place >>> 3] ?? 0
          if ((byte & bit) !== 0) continue
          seen[place >>> 3] = byte | bit
          different += 1
        }
      }
      inRecord = 0
      chance = (Math.imul(chance, 1_103_515_245) + 12_345) & 0x7fffffff
      isCounted = (chance >>> 16) % oneOf === 0
    },
    different: () => different,
  }
}
export type NameCount = ReturnType<typeof createNameCount>
