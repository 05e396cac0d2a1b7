import { networkInterfaces } from 'node:os'
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
  '100.100.100.200',
  '168.63.129.16',
  '::127.0.0.1',
  '::a01:203',
  '::ffff:0:10.1.2.3',
  '64:ff9b:1::7f00:1',
  '2001:0:7f00:1::',
  '2002:7f00:1::',
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

const here = Object.values(networkInterfaces()).flatMap(
  (all) => all?.map(({ address }) => address) ?? [],
)

test('without a list no address of this machine is connected to, in whatever network it is', async () => {
  for (const address of here) {
    await expect(allowedHosts(undefined).resolve(address)).rejects.toMatchObject({
      reason: 'addressNotAllowed',
    })
  }
  const hosts = allowedHosts(undefined, undefined, () => ['10.1.2.3', 'fd12:3456::7'])
  for (const address of ['10.1.2.3', '::ffff:10.1.2.3', 'fd12:3456::7', 'fd12:3456:0::7']) {
    await expect(hosts.resolve(address)).rejects.toMatchObject({ reason: 'addressNotAllowed' })
  }
  expect(await hosts.resolve('10.1.2.4')).toBe('10.1.2.4')
  // Named, as for a server that runs on a gateway.
  const named = allowedHosts(['10.1.2.3'], undefined, () => ['10.1.2.3'])
  expect(await named.resolve('10.1.2.3')).toBe('10.1.2.3')
})

test('an entry with a ! is refused, alone beside the default and inside a network of the list', async () => {
  expect(await allowedHosts(undefined).resolve('100.64.1.2')).toBe('100.64.1.2')
  const alone = allowedHosts(['!100.64.0.0/10'])
  expect(await alone.resolve('10.1.2.3')).toBe('10.1.2.3')
  const inside = allowedHosts(['10.0.0.0/8', '!10.9.0.0/16'])
  expect(await inside.resolve('10.1.2.3')).toBe('10.1.2.3')
  for (const [hosts, address] of [
    [alone, '100.64.1.2'],
    [alone, '127.0.0.1'],
    [inside, '10.9.0.1'],
    [inside, '192.168.1.1'],
  ] as const) {
    await expect(hosts.resolve(address)).rejects.toMatchObject({ reason: 'addressNotAllowed' })
  }
})
