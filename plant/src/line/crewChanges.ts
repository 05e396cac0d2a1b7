import type { TroubleRates } from '../machine/conduct.ts'
import type { DayBook } from '../machine/dayBook.ts'
import type { Story } from '../machine/story.ts'
import { liveTrouble } from '../machine/troubles.ts'
import type { PlantMachine } from '../plantLayout.ts'
import type { Random } from '../random.ts'
import type { Shift } from '../shift/shifts.ts'

const minute = 60_000
const hour = 60 * minute
const never = Number.POSITIVE_INFINITY
/** A live trouble comes so long after the beginning of its shift, and the change of the setting before it. */
const liveTroubleAfterMs = 4 * minute
const changedBeforeMs = 2.5 * minute

/** What becomes of the machine: how often it has trouble from now on, or a story that it follows. */
type Outcome = { readonly troublesPerHour: TroubleRates } | Story

/** The settings that a crew changes on a day, and the trouble that follows. */
export class CrewChanges {
  readonly #machine: PlantMachine
  readonly #random: Random
  /** The setting of the machine is changed, or set back. */
  #settingAt = never
  #setBackAfterMs = 0
  #liveTroubleAt = never

  /** `live`: the demo runs on this day. */
  constructor(
    machine: PlantMachine,
    shifts: readonly Shift[],
    { live, random }: { readonly live: boolean; readonly random: Random },
  ) {
    this.#machine = machine
    this.#random = random
    const shiftOf = (name: string | undefined) => shifts.find((shift) => shift.name === name)
    const { wrongSetting: wrong } = machine
    const shift = shiftOf(wrong?.shift)
    if (wrong && shift) {
      this.#settingAt = shift.from + Math.round(random.between(...wrong.afterHours) * hour)
      this.#setBackAfterMs = Math.round(random.between(...wrong.hours) * hour)
    }
    // When the crew has taken over and the machine runs again.
    const begin = shiftOf(machine.liveTrouble?.shift)?.from
    if (live && begin !== undefined) this.#liveTroubleAt = begin + liveTroubleAfterMs
  }

  /** When the next one is due, ms; infinity: none is left. */
  get at(): number {
    return Math.min(this.#settingAt, this.#liveTroubleAt)
  }

  /** Does what is due, and writes it down. */
  change(now: number, book: DayBook): Outcome {
    return this.#settingAt <= now ? this.#changeSetting(now, book) : this.#haveTrouble(now, book)
  }

  /** A crew changes a setting, trouble follows; maintenance sets it back. */
  #changeSetting(now: number, book: DayBook): Outcome {
    const { wrongSetting: wrong, troublesPerHour } = this.#machine
    const isBack = this.#setBackAfterMs === 0
    this.#settingAt = isBack ? never : now + this.#setBackAfterMs
    this.#setBackAfterMs = 0
    if (!wrong) return { troublesPerHour }
    const { setting, change, trouble, perHour } = wrong
    if (isBack) {
      book.adjust({ after: 0, by: 'Maintenance', setting, change: -change }, now)
      return { troublesPerHour }
    }
    book.adjust({ after: 0, by: 'Operator', setting, change }, now)
    return { troublesPerHour: { ...troublesPerHour, [trouble]: perHour } }
  }

  #haveTrouble(now: number, book: DayBook): Outcome {
    const { liveTrouble: trouble, troublesPerHour } = this.#machine
    this.#liveTroubleAt = never
    if (!trouble) return { troublesPerHour }
    const { setting, change } = trouble
    book.adjust({ after: 0, by: 'Operator', setting, change }, now - changedBeforeMs)
    return liveTrouble(trouble, this.#random)
  }
}
