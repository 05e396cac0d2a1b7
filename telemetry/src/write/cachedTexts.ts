import { otherText, textsPerDay } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { dayMs } from '../ledger/fold/minute.ts'
import type { StoredSample } from '../records.ts'
import {
  type CachedTimes,
  type DayLists,
  dayKey,
  type MachineDay,
  queryDays,
} from './cachedTimes.ts'

/** Texts that are cached, at about 40 bytes each; beyond, all are forgotten and read again where they are needed. */
const textsCached = 500_000

const sql = `
  SELECT DISTINCT machine_id AS machineId, toUInt32(intDiv(toUnixTimestamp64Milli(at), 86400000)) AS day,
    texts.1 AS field, assumeNotNull(texts.2) AS word
  FROM sample
  ARRAY JOIN [('product', product), ('tool', tool), ('user', user)] AS texts
  WHERE client_id IN {clients:Array(UInt32)} AND machine_id IN {machines:Array(UInt32)}
    AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
    AND (machine_id, toUInt32(intDiv(toUnixTimestamp64Milli(at), 86400000))) IN (
      SELECT day.1, day.2 FROM (SELECT arrayJoin(arrayZip({machines:Array(UInt32)}, {days:Array(UInt32)})) AS day)
    )
    AND isNotNull(texts.2) AND texts.2 NOT IN ('', {other:String})
  LIMIT {most:UInt32} BY machineId, day, field
`

const columns = { machineId: 'UInt32', day: 'UInt32', field: 'String', word: 'String' } as const

const fields = ['product', 'tool', 'user'] as const
type Field = (typeof fields)[number]
/** Marks of the texts, and the last one that passed: most records say the same as the one before. */
type Texts = { readonly marks: Set<number>; last: string }
type DayTexts = Readonly<Record<Field, Texts>>

/**
 * The different texts of each machine and UTC day, and their limit (T71): a machine that names a new product with each
 * record would make every list, answer and index grow without bound. The first ones to arrive are kept, whatever process
 * or year they came in: what is not known is read from the store, so the same record sent again reads the same.
 */
export class CachedTexts {
  readonly #context: TelemetryContext
  readonly #minutes: CachedTimes
  readonly #days = new Map<number, DayTexts>()
  #count = 0

  /** `minutes`: in which of them the store holds samples. */
  constructor(context: TelemetryContext, minutes: CachedTimes) {
    this.#context = context
    this.#minutes = minutes
  }

  /** The samples, in order, with `(other)` in place of the texts beyond the limit; these are flagged. */
  async limit(
    samples: readonly StoredSample[],
    newestOf: (machineId: number) => number,
  ): Promise<readonly StoredSample[]> {
    await this.#learn(samples, newestOf)
    return samples.map((sample) => this.#limited(sample))
  }

  /** A write may or may not have been done. */
  forget(): void {
    this.#days.clear()
    this.#count = 0
  }

  #limited(sample: StoredSample): StoredSample {
    const texts = this.#days.get(dayKey(sample.machineId, dayOf(sample)))
    let limited: StoredSample | undefined
    for (const field of fields) {
      const text = sample[field]
      if (text === undefined || text === '' || text === otherText) continue
      if (texts && !this.#passes(texts[field], text)) {
        limited = { ...(limited ?? sample), [field]: otherText, flagged: true }
      }
    }
    return limited ?? sample
  }

  #passes(texts: Texts, text: string): boolean {
    if (texts.last === text) return true
    const { marks } = texts
    const mark = hash(text)
    if (!marks.has(mark)) {
      if (marks.size >= textsPerDay) return false
      marks.add(mark)
      this.#count += 1
    }
    texts.last = text
    return true
  }

  async #learn(
    samples: readonly StoredSample[],
    newestOf: (machineId: number) => number,
  ): Promise<void> {
    if (this.#count > textsCached) this.forget()
    const unknown = new Map<number, MachineDay>()
    for (const sample of samples) {
      const { clientId, machineId } = sample
      const day = dayOf(sample)
      const key = dayKey(machineId, day)
      if (this.#days.has(key)) continue
      this.#days.set(key, { product: noTexts(), tool: noTexts(), user: noTexts() })
      // The store holds nothing of a day after its newest record.
      if (day * dayMs <= newestOf(machineId)) unknown.set(key, { clientId, machineId, day })
    }
    try {
      await queryDays(await this.#withSamples([...unknown.values()]), (days) => this.#read(days))
    } catch (error) {
      this.forget()
      throw error
    }
  }

  /** Without the days of which the store holds no sample, as those of a back-fill are. */
  async #withSamples(days: readonly MachineDay[]): Promise<MachineDay[]> {
    if (days.length === 0) return []
    // A flagged sample lies up to a day before its source time (D9), by which minutes are held.
    await this.#minutes.learn(
      days.flatMap(({ clientId, machineId, day }) =>
        [day, day + 1].map((of) => ({ clientId, machineId, time: of * dayMs })),
      ),
    )
    return days.filter(
      ({ machineId, day }) =>
        !this.#minutes.isEmptyDay(machineId, day) || !this.#minutes.isEmptyDay(machineId, day + 1),
    )
  }

  async #read(days: DayLists): Promise<void> {
    const params = { ...days, other: otherText, most: textsPerDay }
    await selectRows(this.#context, { name: 'write.cachedTexts', sql, params, columns }, (rows) => {
      for (const { machineId, day, field, word } of rows) {
        const texts = this.#days.get(dayKey(machineId, day))
        const known = fields.find((one) => one === field)
        if (texts && known) this.#passes(texts[known], word)
      }
    })
  }
}

const noTexts = (): Texts => ({ marks: new Set(), last: '' })
const dayOf = ({ at }: StoredSample) => Math.floor(at / dayMs)

/** FNV-1a over UTF-16 units. Two texts with the same hash count as one text. */
function hash(text: string): number {
  let mark = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193)
  }
  return mark >>> 0
}
