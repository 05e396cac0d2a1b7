import { type Incoming, parseIngestBody } from '@packboard/ingest'
import type { MachineRecord } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineOf } from './bufferFile.ts'

/** What the central server reads of a line. */
async function readAgain(line: string): Promise<readonly Incoming[]> {
  const reading = await parseIngestBody('application/x-ndjson', undefined, Buffer.from(line))
  return reading.records
}

const serialNo = fc.constantFrom('FW-101', 'Ä 7.b', 'X')
const at = fc.integer({ min: 0, max: 4_000_000_000_000 })
const text = fc.string({ maxLength: 40, unit: 'binary' })
const amount = fc.double({ min: 0, max: 1e9, noNaN: true })
const speed = fc.double({ min: 0, max: 1e6, noNaN: true })
const optional = { requiredKeys: [] as never[] }
const record: fc.Arbitrary<MachineRecord> = fc.oneof(
  fc
    .tuple(
      fc.record({ serialNo, at, sequence: fc.integer({ min: 0, max: 4_294_967_295 }) }),
      fc.record(
        {
          ...{ state: fc.integer({ min: -5, max: 400 }), product: text, tool: text, user: text },
          ...{ speedPpm: speed, packCounter: amount, batchCounter: amount, rejectCounter: amount },
          ...{ setSpeedPpm: speed, unitMode: text },
        },
        optional,
      ),
    )
    .map(([must, may]) => ({ kind: 'sample', ...must, ...may }) as const),
  fc
    .tuple(
      fc.record({ serialNo, raisedAt: at, group: text, description: text }),
      fc.record({ sequence: fc.integer({ min: 1, max: 9 }), clearedAt: at, code: text }, optional),
    )
    .map(([must, may]) => ({ kind: 'alarm', ...must, ...may }) as const),
  fc
    .record({
      ...{ serialNo, at, userGroup: text, description: text },
      ...{ valueBefore: text, valueAfter: text },
    })
    .map((must) => ({ kind: 'audit', ...must }) as const),
)

test('what a dialect says is the same record at the central server', async () => {
  await fc.assert(
    fc.asyncProperty(record, async (said) => {
      const line = lineOf({ record: said, timeless: true, wire: 'tag' }, 'packmlTags') ?? ''
      const [read, ...more] = await readAgain(line)
      expect(more).toEqual([])
      // A lone half of a pair of UTF-16 has no UTF-8.
      fc.pre(line.isWellFormed() && !line.includes('\\ud'))
      expect(read).toMatchObject({ record: said })
    }),
    runsOfProperty({ deep: 2_000, daily: 200 }),
  )
})

test('what came in our own JSON goes on as it came, with fields that nobody knows', async () => {
  const wire = { kind: 'sample', serialNo: 'FW-101', time: 5, speeed: 3 }
  const [read] = await readAgain(JSON.stringify(wire))
  if (!read) throw new Error('A line is a record.')
  expect(lineOf(read, 'http')).toBe(JSON.stringify(wire))
})

test.each(['{"kind":', '', '  ', 'a\nb', '\uFEFF', '"text"', '[1,2]', 'null'])(
  'a text that is no record is one line, and one quarantined record there: %j',
  async (wire) => {
    const refused = { refused: 'malformed', detail: '', serialNo: '', wire } as const
    expect(await readAgain(lineOf(refused, 'mqttJson') ?? '')).toMatchObject([
      { refused: 'malformed' },
    ])
  },
)

test('the end of a session has no line', () => {
  const death: MachineRecord = {
    kind: 'sample',
    ...{ serialNo: 'FW-101', at: 1, sequence: 0 },
    death: true,
  }
  expect(lineOf({ record: death, timeless: true, wire: death }, 'mqtt')).toBeNull()
})
