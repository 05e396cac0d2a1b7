import { machinesPerClient } from '@packboard/model'
import { expect, test } from 'vitest'
import { createEdgeDirectory } from './edgeDirectory.ts'

test('numbers that a sender makes up never keep a real machine out, nor drive out those that are set', () => {
  const directory = createEdgeDirectory({
    machines: [],
    senders: [{ name: 'line', token: 'the-token-of-line-one', machines: ['FW-101'] }],
    localToken: 'a-local-token-of-a-plant',
    host: '127.0.0.1',
  })
  const device = directory.device('line', 'the-token-of-line-one', '')
  const spoken = directory.bySerial('FW-200')
  for (let number = 0; number < machinesPerClient + 10; number += 1) {
    directory.bySerial(`MADE-UP-${number}`)
    // It goes on speaking.
    expect(directory.bySerial('FW-200')).toBe(spoken)
  }
  expect(directory.bySerial('NEW-1')).toMatchObject({ serialNo: 'NEW-1' })
  expect(directory.byId(spoken?.machineId ?? 0)).toBe(spoken)
  const bound = directory.bySerial('FW-101')
  return device.then((known) => {
    expect(known?.machineIds.has(bound?.machineId ?? 0)).toBe(true)
    expect([...directory.machines()].length).toBeLessThanOrEqual(machinesPerClient)
    expect(directory.bySerial('MADE-UP-0')?.machineId).toBeGreaterThan(machinesPerClient)
  })
})
