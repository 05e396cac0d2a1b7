import { inOrder, lineOf, type Question, type QuestionName } from './question.ts'
import { dayNumber, shiftAt } from './questionSql.ts'

type Sums = { ms: bigint; run: bigint; idle: bigint; packs: bigint; stops: bigint }
type Field = 'ms' | 'packs' | 'stops'

const grouped: Record<
  QuestionName,
  { readonly by: readonly string[]; readonly sums: readonly Field[] }
> = {
  states: { by: ['category'], sums: ['ms'] },
  products: { by: ['product'], sums: ['packs'] },
  'stop causes': { by: ['category', 'cause_group', 'cause'], sums: ['ms', 'stops'] },
  'day summary': { by: ['machine_id', 'product', 'tool', 'category'], sums: ['ms', 'packs'] },
  'machine totals': { by: ['machine_id', 'category'], sums: ['ms', 'packs'] },
  speed: { by: [], sums: [] },
}

/** The lines of an answer out of series by tag, as a store without CASE gives them. */
export class ContextLines {
  readonly #question: Question
  readonly #found = new Map<string, Sums>()
  readonly #speeds: string[] = []

  constructor(question: Question) {
    this.#question = question
  }

  get dimensions() {
    return grouped[this.#question.name].by
  }

  get sums() {
    return grouped[this.#question.name].sums
  }

  /** One sum, or several of the same tags; `at` is the beginning of its day, in seconds since 1970. */
  add(tags: Record<string, string>, at: number, ms: bigint, packs: bigint, stops: bigint) {
    const { category = '' } = tags
    const { name, days } = this.#question
    if (name === 'stop causes' && (category === 'run' || category === 'offline')) return
    const key = this.dimensions.filter((one) => one !== 'category').map((one) => tags[one] ?? '')
    if (name === 'states') key.push(category)
    if (name === 'day summary') {
      key.unshift(String(dayNumber(days.find(({ from }) => from === at)?.date ?? '')))
    }
    const text = lineOf(...key)
    const sums = this.#found.get(text) ?? { ms: 0n, run: 0n, idle: 0n, packs: 0n, stops: 0n }
    this.#found.set(text, sums)
    sums.ms += ms
    sums.packs += packs
    sums.stops += stops
    if (category === 'run') sums.run += ms
    if (category === 'idle') sums.idle += ms
  }

  speed(at: number, ms: number, sum: bigint, low: number, high: number) {
    const { days, stepSeconds } = this.#question
    const step = (at + shiftAt(days, at)) / stepSeconds
    if (ms > 0) this.#speeds.push(lineOf(step, ms, sum, low, high))
  }

  answer() {
    const shown: Record<QuestionName, (sums: Sums) => readonly bigint[]> = {
      states: ({ ms }) => [ms],
      products: ({ packs }) => [packs],
      'stop causes': ({ ms, stops }) => [ms, stops],
      'day summary': ({ run, idle, packs }) => [run, idle, packs],
      'machine totals': ({ run, idle, packs }) => [run, idle, packs],
      speed: () => [],
    }
    const of = shown[this.#question.name]
    return inOrder([
      ...[...this.#found].map(([key, sums]) => lineOf(key, ...of(sums))),
      ...this.#speeds,
    ])
  }
}
