import { expect, test } from 'vitest'
import { providerHosts } from './providerHosts.ts'

const at =
  (...addresses: string[]) =>
  async () =>
    addresses
const nowhere = async () => Promise.reject(new Error('ENOTFOUND'))

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.9',
  '192.168.1.1',
  '100.64.1.2',
  '169.254.169.254',
  '100.100.100.200',
  '198.18.0.1',
  '168.63.129.16',
  '192.0.0.8',
  '192.0.2.7',
  '192.88.99.1',
  '198.51.100.7',
  '203.0.113.7',
  '240.0.0.1',
  '::1',
  'fd00::1',
  'fe80::1',
  '::ffff:10.1.2.3',
  '::ffff:0:10.1.2.3',
  '64:ff9b::a01:203',
  '64:ff9b:1::a01:203',
  '100::7',
  '100:0:0:1::7',
  '2001:2::7',
  '2001:db8::7',
  '2002:a01:203::',
  '3fff::7',
  '5f00::7',
  'fec0::7',
])('%s is no address of a company on the internet', async (address) => {
  const refused = { code: 'company.privateAddress', message: expect.stringContaining('OIDC_HOSTS') }
  await expect(providerHosts([], at(address)).resolve('login.example')).rejects.toMatchObject(
    refused,
  )
  // Beside a good one, too: the connection takes either.
  const both = providerHosts([], at('203.0.114.7', address))
  await expect(both.demandAllowed(new URL('https://login.example'))).rejects.toMatchObject(refused)
})

test('a public address is connected to, and what the operator names', async () => {
  for (const address of ['203.0.114.7', '::ffff:203.0.114.7', '2001:4860:4860::8888', '2620::7']) {
    expect(await providerHosts([], at(address)).resolve('login.example')).toEqual([address])
  }
  const named = ['login.plant.example', '10.1.0.0/16', '!10.1.9.0/24']
  expect(await providerHosts(named, at('192.168.1.1')).resolve('Login.plant.example')).toHaveLength(
    1,
  )
  expect(await providerHosts(named, at('10.1.2.3')).resolve('other.example')).toHaveLength(1)
  for (const [host, address] of [
    ['other.example', '192.168.1.1'],
    ['other.example', '10.1.9.1'],
    ['login.plant.example', '10.1.9.1'],
  ] as const) {
    await expect(providerHosts(named, at(address)).resolve(host)).rejects.toMatchObject({
      code: 'company.privateAddress',
    })
  }
})

test('an address of this machine is refused, in whatever network it is', async () => {
  const hosts = providerHosts([], at('203.0.114.7'), () => ['203.0.114.7'])
  await expect(hosts.resolve('login.example')).rejects.toMatchObject({
    code: 'company.privateAddress',
  })
})

test('a host without an address is away', async () => {
  await expect(providerHosts([], nowhere).resolve('login.example')).rejects.toMatchObject({
    code: 'company.away',
  })
})

test('without TLS only loopback that the operator names is connected to', async () => {
  const plain = new URL('http://localhost:9000')
  await providerHosts(['localhost'], at('127.0.0.1')).demandAllowed(plain)
  for (const [hosts, address] of [
    [providerHosts([], at('203.0.114.7')), plain],
    [providerHosts(['10.1.2.3'], at('10.1.2.3')), new URL('http://10.1.2.3')],
    [providerHosts(['localhost'], at('127.0.0.1')), new URL('ftp://localhost')],
  ] as const) {
    await expect(hosts.demandAllowed(address)).rejects.toMatchObject({ code: 'company.notHttps' })
  }
  await expect(providerHosts([], at('127.0.0.1')).demandAllowed(plain)).rejects.toMatchObject({
    code: 'company.privateAddress',
  })
})
