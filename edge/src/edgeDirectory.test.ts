import { machinesPerClient } from '@packboard/model'
import { expect, test } from 'vitest'
import { createEdgeDirectory } from './edgeDirectory.ts'

test('serial numbers that a sender invents take the room of no machine that the file names', async () => {
  const senders = [
    { name: 'line-1', token: 'the-token-of-line-one', machines: ['FW-101', 'FW-102'] },
    { name: 'line-2', token: 'the-token-of-line-two' },
  ]
  const machines = [{ serialNo: 'FW-201', holdSeconds: 60 }]
  const directory = createEdgeDirectory({ machines, senders, localToken: undefined })
  for (let one = 0; one < machinesPerClient + 100; one += 1) directory.bySerial(`X-${one}`)
  expect([...directory.machines()]).toHaveLength(machinesPerClient)

  const known = ['FW-101', 'FW-102', 'FW-201'].map((one) => directory.bySerial(one))
  expect(known.map((one) => one?.serialNo)).toEqual(['FW-101', 'FW-102', 'FW-201'])
  const device = await directory.device('line-1', 'the-token-of-line-one', '127.0.0.1')
  expect([...(device?.machineIds ?? [])]).toEqual([known[0]?.machineId, known[1]?.machineId])
  const ids = [...directory.machines()].map(({ machineId }) => machineId)
  expect(new Set(ids).size).toBe(ids.length)
})

test('numbers that a sender makes up never keep a real machine out, nor drive out those that are set', () => {
  const directory = createEdgeDirectory({
    machines: [],
    senders: [{ name: 'line', token: 'the-token-of-line-one', machines: ['FW-101'] }],
    localToken: 'a-local-token-of-a-plant',
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
