import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { createMachineDirectory, type Device, type DirectoryMachine } from '../src/directory.ts'

/** Two clients with their machines and devices, as management would return them. */
export function testFloor() {
  const machine = (
    machineId: number,
    clientId: number,
    serialNo: string,
    topics: DirectoryMachine['topics'] = [],
  ): DirectoryMachine => ({ machineId, clientId, serialNo, holdMs: 90_000, topics })
  const machines = [
    machine(1, 7, 'FW-101'),
    machine(2, 7, 'FW-102'),
    machine(3, 7, 'Line 1', [
      {
        connector: 'packmlTags',
        prefix: 'Bathurst/Packaging/Line 1',
        dictionary: 'libremfg',
        origin: 'ownBroker',
      },
    ]),
    machine(4, 9, 'FW-611'),
    machine(5, 9, 'EX-1', [
      { connector: 'mqttJson', prefix: 'plant/ex1', origin: 'externalBroker' },
    ]),
  ]
  const devices = new Map<string, Device>()
  const device = (userName: string, clientId: number, machineIds: number[]) =>
    devices.set(userName, {
      deviceId: devices.size + 1,
      userName,
      clientId,
      machineIds: new Set(machineIds),
      credential: `${userName} 1`,
    })
  device('FW-101', 7, [1])
  device('FW-102', 7, [2])
  device('Line 1', 7, [3])
  device('FW-611', 9, [4])
  device('gateway-seven', 7, [1, 2, 3])
  const directory = createMachineDirectory(
    {
      device: async (userName, token) =>
        token === 'packboard' ? (devices.get(userName) ?? null) : null,
      deviceNow: (credential) =>
        [...devices.values()].find((device) => device.credential === credential) ?? null,
    },
    machines,
  )
  return { machines, devices, directory }
}

/** A stock MQTT client, signed in as a device of the floor. */
export async function signIn(
  port: number,
  username: string,
  options: IClientOptions = {},
): Promise<MqttClient> {
  return mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
    username,
    password: 'packboard',
    reconnectPeriod: 0,
    ...options,
  })
}
