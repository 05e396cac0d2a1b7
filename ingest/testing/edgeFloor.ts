import type { DirectoryMachine } from '../src/directory.ts'
import { testFloor } from './floor.ts'

/**
 * The test floor with edge nodes. `Greenville/CNC` has devices of two clients: Line 1 and Line 2 of client 7, Line 9 of
 * client 9. `Plant/Edge` is a machine by itself. Their devices are bound to some of them.
 */
export function edgeFloor(origin: 'ownBroker' | 'externalBroker' = 'ownBroker', holdMs = 90_000) {
  const floor = testFloor()
  const machine = (
    machineId: number,
    clientId: number,
    serialNo: string,
    prefix: string,
  ): DirectoryMachine => ({
    ...{ machineId, clientId, serialNo, holdMs },
    topics: [{ connector: 'sparkplug', prefix, dictionary: 'libremfg', origin }],
  })
  floor.directory.replace([
    ...floor.machines,
    machine(10, 7, 'SP-1', 'Greenville/CNC/Line 1'),
    machine(11, 7, 'SP-2', 'Greenville/CNC/Line 2'),
    machine(12, 7, 'SP-N', 'Plant/Edge'),
    machine(13, 9, 'SP-9', 'Greenville/CNC/Line 9'),
    machine(14, 9, 'SP-8', 'Other/Node/Dev'),
  ])
  const device = (userName: string, clientId: number, machineIds: number[]) =>
    floor.devices.set(userName, {
      ...{ deviceId: floor.devices.size + 1, userName, clientId },
      machineIds: new Set(machineIds),
      credential: `${userName} 1`,
    })
  device('edge-seven', 7, [10, 12])
  device('edge-nine', 9, [13, 14])
  return floor
}
