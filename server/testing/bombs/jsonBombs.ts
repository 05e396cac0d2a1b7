import { gzipSync } from 'node:zlib'

/** Records as JSON that are small on the wire and much to build, with the number that their refusal has to name. */
export type JsonBomb = {
  readonly what: string
  /** The machine that sends them. */
  readonly serialNo: string
  readonly records: readonly string[]
  readonly bound: RegExp
}

export const asList = ({ records }: JsonBomb) => Buffer.from(`[${records.join()}]`)
export const asLines = ({ records }: JsonBomb) => Buffer.from(records.join('\n'))

const head = (serialNo: string) =>
  `{"kind":"sample","serialNo":"${serialNo}","time":${Date.now()},"state":10`

const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => part(index)).join()

/** One record with so many fields that no record has. */
export const wideRecord = (serialNo: string, fields: number) =>
  `${head(serialNo)},${many(fields, (index) => `"k${index}":1`)}}`

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

export const deepRecord = (serialNo: string, depth: number) =>
  `${head(serialNo)},"note":${nested(depth)}}`

export const longRecord = (serialNo: string, characters: number) =>
  `${head(serialNo)},"note":"${'x'.repeat(characters)}"}`

const longName = (serialNo: string, characters: number) =>
  `${head(serialNo)},"${'n'.repeat(characters)}":1}`

/** A refusal names one of the bounds of a record: its values, its depth, its bytes, or the characters of a name. What is no JSON has none. */
const bound = /\b(64 values|4 deep|16,?384 bytes|64 characters)\b|not JSON/

const megabyte = 1_000_000

/** For a body of up to 8 MB, by machines in turn: of one that sent too much, the next would not be read. */
export function bodies(machines: readonly string[]): JsonBomb[] {
  const makes: readonly (readonly [what: string, records: (serialNo: string) => string[]])[] = [
    ['a record of 300,000 fields', (serialNo) => [wideRecord(serialNo, 300_000)]],
    ['a record 100,000 deep', (serialNo) => [deepRecord(serialNo, 100_000)]],
    ['a name of 1 MB', (serialNo) => [longName(serialNo, megabyte)]],
    ['a text of 7 MB', (serialNo) => [longRecord(serialNo, 7 * megabyte)]],
    [
      '7,000 records of 65 fields',
      (serialNo) => Array.from({ length: 7_000 }, () => wideRecord(serialNo, 65)),
    ],
    // It is no JSON: its end is missing.
    ['5 million brackets', () => ['['.repeat(5 * megabyte)]],
  ]
  return makes.map(([what, make], index) => {
    const serialNo = machines[index % machines.length] ?? ''
    return { what, serialNo, records: make(serialNo), bound }
  })
}

/** For a message of up to 256 KiB. */
export function messages(serialNo: string): JsonBomb[] {
  const made: readonly (readonly [what: string, record: string])[] = [
    ['20,000 fields', wideRecord(serialNo, 20_000)],
    ['100,000 deep', deepRecord(serialNo, 100_000)],
    ['a name of 250 kB', longName(serialNo, 250_000)],
    ['a text of 250 kB', longRecord(serialNo, 250_000)],
  ]
  return made.map(([what, record]) => ({ what, serialNo, records: [record], bound }))
}

/** Unpacks to more than the 20 times its size that a body may. */
export const packedSpaces = () => gzipSync(Buffer.alloc(40 * 1_048_576, ' '))

/** The largest call that is accepted: 10,000 samples in 8 MB. */
export function largestCall(serialNo: string): Buffer {
  const records = 10_000
  const begin = Date.now() - records * 1_000
  const words = (word: string) => `${word} `.repeat(40).slice(0, 230)
  const list = Array.from({ length: records }, (_, index) => ({
    ...{ kind: 'sample', serialNo, time: begin + index * 1_000, state: 10, seq: index },
    ...{ speed: 60 + (index % 9), packs: index, batch: index, rejects: 0, setSpeed: 60 },
    ...{ product: words(`Product ${index % 9}`), tool: words('Tool'), user: words('User') },
  }))
  const body = Buffer.from(JSON.stringify(list))
  if (body.length > 8 * 1_048_576) throw new Error(`The largest call has ${body.length} bytes.`)
  return body
}
