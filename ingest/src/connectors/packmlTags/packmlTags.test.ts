import { expect, test } from 'vitest'
import { testFloor } from '../../../testing/floor.ts'
import { deviceSender } from '../../directory.ts'
import { packmlTags } from './packmlTags.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const line = 'Bathurst/Packaging/Line 1'

function machine() {
  const { directory, devices } = testFloor()
  const connector = packmlTags(directory)
  const device = devices.get('Line 1')
  const sibling = devices.get('FW-101')
  const stranger = devices.get('FW-611')
  if (!device || !sibling || !stranger) throw new Error('no device')
  const read = (tag: string, text: string | Buffer, who = device) =>
    connector.read(
      { topic: `${line}/${tag}`, payload: Buffer.from(text), receivedAt: noon },
      deviceSender(who),
      'ownBroker',
    )
  const says = (tag: string, text: string) =>
    read(tag, text)?.records.map((incoming) => {
      if ('refused' in incoming) return incoming.refused
      const {
        kind: _,
        serialNo: __,
        at: ___,
        sequence: ____,
        ...facts
      } = { ...incoming.record, at: 0, sequence: 0 }
      return facts
    })
  return { read, says, sibling, stranger, connector }
}

test.each([
  ['Status/StateCurrentStr', 'Execute', [{ state: 10 }]],
  ['Status/StateCurrent', '6', [{ state: 10 }]],
  ['Status/StateCurrent', '', [{ state: -1 }, 'malformed']],
  ['Status/StateCurrentStr', 'Dancing', [{ state: -1 }, 'malformed']],
  ['Status/CurMachSpeed', '59.63', [{ speedPpm: 59.63 }]],
  ['Status/CurMachSpeed', 'fast', ['malformed']],
  ['Status/MachSpeed', '100', [{ setSpeedPpm: 100 }]],
  ['Admin/ProdProcessedCount/0/AccCount', '154.9', [{ packCounter: 154.9 }]],
  ['Admin/ProdProcessedCount/0/Count', '18.9', [{ batchCounter: 18.9 }]],
  ['Admin/ProdDefectiveCount/0/AccCount', '7.2', [{ rejectCounter: 7.2 }]],
  ['Admin/StateCumulativeTime/1/6', '86400', [{ stateTimes: '10:86400000' }]],
  ['Admin/StateCumulativeTime/1/6', 'long', ['malformed']],
  ['Admin/StateCumulativeTime/1/99', '1', []],
  ['Status/UnitModeCurrentStr', 'Production', [{ unitMode: 'Production' }]],
  ['Status/Product/0/ID', '4711', [{ product: '4711' }]],
  ['Status/Product/0/ProcessParameter/0/Value', '182.5', []],
  ['Command/Start', '1', []],
  ['Command/Product/0/ID', '4711', []],
] as const)('%s %s says %j', (tag, text, expected) => {
  const said = machine().says(tag, text)
  expect(said).toHaveLength(expected.length)
  expect(said).toEqual(expect.arrayContaining([...expected]))
})

test('once a machine says its state in words, the number that follows is not needed', () => {
  const { says } = machine()
  expect(says('Status/StateCurrentStr', 'Clearing')).toEqual([{ state: 2 }])
  expect(says('Status/StateCurrent', '4')).toEqual([])
})

test('the tool is the value of the parameter that is called Tool, whichever comes first', () => {
  const first = machine()
  expect(first.says('Status/Parameter/0/Name', 'Tool')).toEqual([])
  expect(first.says('Status/Parameter/0/Value', '3')).toEqual([{ tool: '3' }])
  const second = machine()
  expect(second.says('Status/Parameter/7/Value', '4')).toEqual([])
  expect(second.says('Status/Parameter/7/Name', 'Tool')).toEqual([{ tool: '4' }])
  expect(second.says('Status/Parameter/8/Name', 'Seal')).toEqual([])
})

test('a stranger teaches nothing about the machine', () => {
  const { read, says, sibling, stranger } = machine()
  expect(read('Status/StateCurrentStr', 'Execute', sibling)?.records).toMatchObject([
    { refused: 'notBound' },
  ])
  // To another client the topic is as any that no machine has (D66).
  expect(read('Status/StateCurrentStr', 'Execute', stranger)).toBeNull()
  expect(says('Status/StateCurrent', '6')).toEqual([{ state: 10 }])
})

test('other topics, and this machine on another broker, are not ours', () => {
  const { connector } = machine()
  const sender = { userName: 'x', clientId: null, mayPublishFor: () => true }
  const payload = Buffer.from('6')
  const elsewhere = {
    topic: 'Bathurst/Packaging/Line 10/Status/StateCurrent',
    payload,
    receivedAt: noon,
  }
  expect(connector.read(elsewhere, sender, 'ownBroker')).toBeNull()
  const external = { topic: `${line}/Status/StateCurrent`, payload, receivedAt: noon }
  expect(connector.read(external, sender, 'externalBroker')).toBeNull()
})
