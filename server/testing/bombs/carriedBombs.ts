import { serialize } from 'node:v8'

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
function deepCalls(depth: number): Buffer {
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

export function carriedBombs(machineIds: readonly number[], serialNo: string) {
  const make = call(machineIds, serialNo)
  const wide = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`k${index}`, 1]))
  return [
    { what: 'a record of 300,000 fields', body: serialize([make(wide)]), bound: refused },
    {
      what: 'a text of 60 MB',
      body: serialize([make({ note: 'x'.repeat(60_000_000) })]),
      bound: refused,
    },
    { what: 'lists 1,000 deep', body: deepCalls(1_000), bound: refused },
    { what: 'lists 1,000,000 deep', body: deepCalls(1_000_000), bound: refused },
    {
      what: '200,000 calls',
      body: serialize(Array.from({ length: 200_000 }, () => make({}))),
      bound: refused,
    },
  ]
}
