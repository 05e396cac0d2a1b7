/** Dice that fall the same way for the same seed, so that a difference can be shown again. */
export class Chance {
  #state: number

  constructor(seed: number) {
    this.#state = (seed * 2_654_435_761 + 88_675_123) >>> 0
    for (let warm = 0; warm < 8; warm++) this.#next()
  }

  #next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }

  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1))
  }

  /** Short lengths as often as long ones: every order of magnitude is as likely as the next. */
  spread(least: number, most: number): number {
    return Math.round(Math.exp(Math.log(least) + this.#next() * (Math.log(most) - Math.log(least))))
  }

  /** True in this many of a hundred throws. */
  percent(share: number): boolean {
    return this.#next() * 100 < share
  }

  one<Item>(items: readonly Item[]): Item {
    const item = items[this.whole(0, items.length - 1)]
    if (item === undefined) throw new RangeError('Nothing to choose from')
    return item
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => ({ item, place: this.#next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
}
