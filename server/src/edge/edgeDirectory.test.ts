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

  const known = ['FW-101', 'FW-102', 'FW-201', 'FW-999'].map((one) => directory.bySerial(one))
  expect(known.map((one) => one?.serialNo)).toEqual(['FW-101', 'FW-102', 'FW-201', undefined])
  const device = await directory.device('line-1', 'the-token-of-line-one', '127.0.0.1')
  expect([...(device?.machineIds ?? [])]).toEqual([known[0]?.machineId, known[1]?.machineId])
  const ids = [...directory.machines()].map(({ machineId }) => machineId)
  expect(new Set(ids).size).toBe(ids.length)
})
