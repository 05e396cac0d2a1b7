/**
 * Chance that repeats itself: the same seed and the same labels give the same numbers for ever. A stream belongs to
 * one machine and one day, so any day can be played again alone (xoshiro128**, seeded through splitmix32).
 */
export class Random {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(...labels: readonly (string | number)[]) {
    const seed = splitmix(hashText(labels.join('\u001f')))
    this.#a = seed()
    this.#b = seed()
    this.#c = seed()
    this.#d = seed()
  }

  /** 0 ≤ x < 1 */
  next(): number {
    const t = Math.imul(rotate(Math.imul(this.#b, 5), 7), 9)
    const shifted = this.#b << 9
    this.#c ^= this.#a
    this.#d ^= this.#b
    this.#b ^= this.#c
    this.#a ^= this.#d
    this.#c ^= shifted
    this.#d = rotate(this.#d, 11)
    return (t >>> 0) / 4_294_967_296
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low)
  }

  /** Whole numbers, both ends included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1))
  }

  chance(share: number): boolean {
    return this.next() < share
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[Math.floor(this.next() * list.length)]
    if (picked === undefined) throw new Error('Nothing to pick from.')
    return picked
  }

  /** Waiting time until something that happens once in `mean` on average. */
  exponential(mean: number): number {
    return -Math.log(1 - this.next()) * mean
  }

  /** The same in whole ms, at least 0.8 s: two things do not happen to a machine at once. */
  waitingTime(mean: number): number {
    return Math.max(800, Math.round(this.exponential(mean)))
  }

  /** Long-tailed durations: half of them are shorter than `median`; `spread` 0.5 is narrow, 1 is wide. */
  logNormal(median: number, spread: number): number {
    const radius = Math.sqrt(-2 * Math.log(1 - this.next()))
    return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * this.next()))
  }

  shuffled<T>(list: readonly T[]): T[] {
    const shuffled = [...list]
    for (let i = shuffled.length - 1; i > 0; i -= 1) {
      const j = Math.floor(this.next() * (i + 1))
      // Both lie in the list.
      const kept = shuffled[i] as T
      shuffled[i] = shuffled[j] as T
      shuffled[j] = kept
    }
    return shuffled
  }
}

/** A number for a text, spread over 32 bits. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  }
  return hash >>> 0
}

/** −0.5 ≤ x < 0.5, the same for the same two numbers: measuring noise that needs no memory. */
export function noise(key: number, at: number): number {
  let x = Math.imul(key ^ (at % 4_294_967_296), 0x9e3779b1)
  x = Math.imul(x ^ (x >>> 15), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return ((x ^ (x >>> 16)) >>> 0) / 4_294_967_296 - 0.5
}

function splitmix(start: number): () => number {
  let state = start
  return () => {
    state = (state + 0x9e3779b9) | 0
    let z = state
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad)
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97)
    return z ^ (z >>> 15)
  }
}

function rotate(x: number, by: number): number {
  return (x << by) | (x >>> (32 - by))
}
