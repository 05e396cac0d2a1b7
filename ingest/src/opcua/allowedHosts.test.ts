import { expect, test } from 'vitest'
import { allowedHosts } from './allowedHosts.ts'

const answers =
  (...addresses: string[]) =>
  async () =>
    addresses

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '0.0.0.0',
  '169.254.169.254',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00:ec2::254',
])('without a list, %s is not connected to (T56)', async (address) => {
  const refused = { reason: 'addressNotAllowed', message: expect.stringContaining('OPCUA_HOSTS') }
  await expect(allowedHosts(undefined).resolve(address)).rejects.toMatchObject(refused)
  // The same under a name, also beside a good address.
  const named = allowedHosts(undefined, answers('10.1.2.3', address))
  await expect(named.resolve('plc.plant.example')).rejects.toMatchObject(refused)
})

test.each(['2130706433', '0x7f000001', '0177.0.0.1', 'localhost'])(
  'the spelling %s is not connected to either',
  async (host) => {
    await expect(allowedHosts(undefined).resolve(host)).rejects.toMatchObject({
      reason: expect.stringMatching(/addressNotAllowed|unreachable/),
    })
  },
)

test('a plant is reached, and with a list nothing else', async () => {
  expect(await allowedHosts(undefined).resolve('10.1.2.3')).toBe('10.1.2.3')
  expect(await allowedHosts(undefined).resolve('fd12:3456::7')).toBe('fd12:3456::7')
  const listed = ['10.1.0.0/16', '192.168.7.9', 'PLC7.plant.example', 'fd12::/16']
  const hosts = allowedHosts(listed, async (host) => [
    host === 'plc7.plant.example' ? '127.0.0.1' : host,
  ])
  for (const good of ['10.1.255.1', '192.168.7.9', 'fd12::7']) {
    expect(await hosts.resolve(good)).toBe(good)
  }
  expect(await hosts.resolve('plc7.plant.example')).toBe('127.0.0.1')
  for (const other of ['10.2.0.1', '192.168.7.10', 'fd13::7', '127.0.0.1']) {
    await expect(hosts.resolve(other)).rejects.toMatchObject({ reason: 'addressNotAllowed' })
  }
})
