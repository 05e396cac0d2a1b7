import { expect, test } from 'vitest'
import { readOpcUaAddress } from './opcUaConnections.ts'

test.each([
  [
    'opc.tcp://plc-7.plant.example',
    'opc.tcp://plc-7.plant.example:4840',
    'plc-7.plant.example',
    4840,
    [],
  ],
  ['opc.tcp://10.1.2.3:48010/UA/Line', 'opc.tcp://10.1.2.3:48010/UA/Line', '10.1.2.3', 48_010, []],
  ['OPC.TCP://[fd12::7]:4841', 'opc.tcp://[fd12::7]:4841', 'fd12::7', 4841, []],
  ['opc.tcp://plc#Hall 2/Line 4', 'opc.tcp://plc:4840', 'plc', 4840, ['Hall 2', 'Line 4']],
])('%s is read', (address, endpointUrl, host, port, path) => {
  expect(readOpcUaAddress(address)).toEqual({ endpointUrl, host, port, path })
})

test.each([
  'plant/hall/line',
  'http://plc:4840',
  'opc.tcp://',
  'opc.tcp://user:secret@plc',
  'opc.tcp://plc:0',
  'opc.tcp://plc:65536',
  'opc.tcp://plc:4840/a?b',
  'opc.tcp://plc#',
  'opc.tcp://plc#a//b',
  'opc.tcp://plc#a#b',
  'opc.tcp://plc\u0000',
  'opc.tcp://plc 7',
])('%s is no address', (address) => {
  expect(readOpcUaAddress(address)).toBeUndefined()
})
