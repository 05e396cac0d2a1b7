import { serialize } from 'node:v8'
import { z } from 'zod'
import { largestCall } from './jsonBombs.ts'

/** Bodies between processes, in Node's own form, that no process of ours makes. */

type Call = (reading: object) => object

const call =
  (machineIds: readonly number[], serialNo: string): Call =>
  (wire) => ({
    ...{ kind: 'accept', userName: 'bomb', clientId: 1, machineIds, receivedAt: Date.now() },
    reading: {
      ...{ source: 'http', bytes: 100 },
      records: [{ refused: 'malformed', detail: 'bomb', serialNo, wire }],
    },
  })

/** No person reads it: only processes that know the secret may call. */
const refused = /^4\d\d /

/** Lists in lists, as bytes: Node writes no such depth, but would read it. */
function deepCall(depth: number): Buffer {
  const [first = 0, version = 0] = serialize(0)
  const begin = Buffer.from([0x41, 0x01])
  const end = Buffer.from([0x24, 0x00, 0x01])
  return Buffer.concat([
    Buffer.from([first, version]),
    Buffer.alloc(begin.length * depth, begin),
    Buffer.from([0x5f]),
    Buffer.alloc(end.length * depth, end),
  ])
}

/** Each behind its length, as a process sends them. */
function framed(calls: readonly Buffer[]): Buffer {
  return Buffer.concat(
    calls.flatMap((bytes) => {
      const length = Buffer.alloc(4)
      length.writeUInt32LE(bytes.length)
      return [length, bytes]
    }),
  )
}

/** The largest body that a process makes: the largest call of a sender, as it is passed on. */
export function largestCarried(machineIds: readonly number[], serialNo: string): Buffer {
  const body = largestCall(serialNo)
  const records = z
    .array(z.looseObject({ time: z.number(), seq: z.number() }))
    .parse(JSON.parse(body.toString()))
    .map((wire) => ({
      ...{ timeless: false, wire },
      record: { kind: 'sample', serialNo, at: wire.time, sequence: wire.seq, state: 10 },
    }))
  const reading = { source: 'http', bytes: body.length, records }
  const accept = { kind: 'accept', userName: serialNo, clientId: 1, machineIds, reading }
  return framed([serialize({ ...accept, receivedAt: Date.now() })])
}

export function carriedBombs(machineIds: readonly number[], serialNo: string) {
  const make = call(machineIds, serialNo)
  const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`k${index}`, 1]))
  const long = { note: 'x'.repeat(60_000_000) }
  const many = Array.from({ length: 200_000 }, () => serialize(make({})))
  const bodies: readonly (readonly [what: string, calls: readonly Buffer[]])[] = [
    ['a record of 300,000 fields', [serialize(make(wide))]],
    ['a text of 60 MB', [serialize(make(long))]],
    ['lists 1,000 deep', [deepCall(1_000)]],
    ['lists 1,000,000 deep', [deepCall(1_000_000)]],
    ['200,000 calls', many],
  ]
  return bodies.map(([what, calls]) => ({ what, body: framed(calls), bound: refused }))
}
