import { expect, test } from 'vitest'
import type { StateDictionary } from '../connectors/packmlTags/dictionaries.ts'
import { createMachineDirectory } from '../directory.ts'
import { type KeptRecord, readKept } from './readKept.ts'

const receivedAt = Date.UTC(2026, 10, 26, 9)

const directory = (dictionary: StateDictionary) =>
  createMachineDirectory({ device: async () => null, deviceNow: () => null }, [
    {
      ...{ machineId: 1, clientId: 7, serialNo: 'W-7', holdMs: 90_000 },
      topics: [
        {
          ...({ connector: 'packmlTags', prefix: 'plant/hall/line', origin: 'ownBroker' } as const),
          dictionary,
        },
      ],
    },
  ])

const tag = (topic: string, payload: string, id = '0'.repeat(32)): KeptRecord => ({
  ...{ id, source: 'packmlTags', serialNo: 'W-7', receivedAt },
  raw: JSON.stringify({ topic, payload }),
})
const state = 'plant/hall/line/Status/StateCurrentStr'

test('a state that a mended dictionary holds is one sample of its receipt, whenever it is read', () => {
  const kept = tag(state, 'Cleaning in place')
  expect(readKept(kept, directory('iso-tr88'))).toEqual({
    wrong: "the machine's dictionary holds no state Cleaning in place",
  })
  const mended = directory({ names: { 'Cleaning in place': 7 }, numbers: {} })
  const read = readKept(kept, mended)
  expect(read).toMatchObject({
    incoming: {
      timeless: false,
      record: { kind: 'sample', serialNo: 'W-7', at: receivedAt, state: 7 },
    },
  })
  expect(readKept(kept, mended)).toEqual(read)
  // Two of one moment are two.
  const other = readKept(tag(state, 'Cleaning in place', '1'.repeat(32)), mended)
  expect(other).not.toEqual(read)
})

test('what still says nothing is wrong, with the reason', () => {
  const wrong = (kept: KeptRecord) => readKept(kept, directory('iso-tr88'))
  expect(wrong(tag('plant/other/line/Status/StateCurrent', '6'))).toEqual({
    wrong: 'the topic belongs to no machine of PackML tags',
  })
  expect(wrong({ ...tag(state, 'x'), raw: 'AAEC' })).toEqual({ wrong: 'not JSON' })
  const sample = { kind: 'sample', serialNo: 'W-7', time: receivedAt + 86_400_001, packs: 4 }
  const ahead = { ...tag(state, 'x'), source: 'http', raw: JSON.stringify(sample) } as const
  expect(wrong(ahead)).toMatchObject({ wrong: expect.stringContaining('set the clock') })
})
