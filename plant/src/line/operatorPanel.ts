import type { Conduct } from '../machine/conduct.ts'
import type { DayBook } from '../machine/dayBook.ts'
import type { Step } from '../machine/story.ts'
import { countsFew, type PlantProduct } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { Shift } from '../shift/shifts.ts'
import { never } from './coupling.ts'
import type { MachineOnLine } from './machineOnLine.ts'

const minute = 60_000
const hour = 60 * minute

export const unnamedProduct: PlantProduct = { name: 'Unnamed', tool: 'Unnamed', targetPpm: 60 }

/** What people choose at a machine: who works there, the product, and a speed near its target, at times lower. */
export class OperatorPanel {
  /** When the speed is changed next, ms; infinity: not before the machine runs again. */
  speedChangeAt = never
  readonly #of: MachineOnLine
  readonly #conduct: Conduct
  readonly #random: Random
  readonly #book: DayBook
  #productIndex = 0
  #usualTenths = 0
  #slow = false

  constructor(of: MachineOnLine, book: DayBook, now: number) {
    this.#of = of
    this.#conduct = of.line.conduct
    this.#random = of.random
    this.#book = book
    this.#chooseSpeed(of.products[0] ?? unnamedProduct, now)
  }

  /** What is done at the panel during a step of a script. */
  change(does: NonNullable<Step['does']>, shift: Shift | undefined, now: number) {
    if (does === 'newBatch') this.#book.openBatch(now, 'newBatch')
    else if (does === 'exchangeController') this.#book.openBatch(now, 'exchange')
    else if (does === 'changeProduct') this.#changeProduct(now)
    else if (shift) this.signIn(shift)
  }

  /** An operator of the crew of a shift takes the machine over. */
  signIn(shift: Shift) {
    const { line, position } = this.#of
    const crew = line.crews[shift.crew % line.crews.length] ?? []
    // One operator looks after two machines.
    this.#book.user = crew[Math.floor(position / 2 + line.index) % crew.length] ?? ''
  }

  /** The machine runs: when does its speed change? */
  run(now: number) {
    if (this.speedChangeAt === never) this.speedChangeAt = now + this.#untilSlow()
  }

  /** Slower for some minutes, or back to the usual speed. */
  changeSpeed(now: number) {
    const { slowShare, slowMinutes } = this.#conduct
    this.#slow = !this.#slow
    const share = this.#slow ? this.#random.between(...slowShare) : 1
    this.#book.setSpeed(this.#settable((this.#usualTenths * share) / 10), now)
    const lasts = this.#slow
      ? this.#random.whole(slowMinutes[0] * minute, slowMinutes[1] * minute)
      : this.#untilSlow()
    this.speedChangeAt = now + lasts
  }

  #changeProduct(now: number) {
    const { products } = this.#of
    this.#productIndex = (this.#productIndex + 1) % products.length
    const product = products[this.#productIndex] ?? unnamedProduct
    this.#book.loadProduct(product, now)
    this.#slow = false
    this.speedChangeAt = never
    this.#chooseSpeed(product, now)
    this.#book.openBatch(now, 'newBatch')
  }

  #chooseSpeed(product: PlantProduct, now: number) {
    const { targetShare, designPpm } = this.#of.machine
    const target = Math.min(product.targetPpm * targetShare, designPpm)
    this.#usualTenths = this.#settable(target * this.#random.between(...this.#conduct.speedShare))
    this.#book.setSpeed(this.#usualTenths, now)
  }

  #untilSlow(): number {
    return this.#random.waitingTime(this.#conduct.slowEveryHours * hour)
  }

  /** Tenths of a pack a minute that can be set: whole packs, but where a machine counts a few large ones. */
  #settable(ppm: number): number {
    return countsFew(this.#of.machine) ? Math.round(ppm * 10) : Math.round(ppm) * 10
  }
}
