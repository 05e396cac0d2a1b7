import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testAuthority } from '@packboard/ingest/testing'
import { afterAll, describe, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { readConfig } from '../config.ts'
import { watchCertificate } from '../program/certificateFiles.ts'
import { ConfigError } from '../program/settings.ts'
import { checkNetwork, logPlain, plainMqttHost } from './network.ts'

const authority = testAuthority()
afterAll(() => authority.remove())

const check = (env: Record<string, string>, demo = false) => checkNetwork(readConfig(env), demo)
const mqttTls = { MQTT_TLS_CERT: 'a.pem', MQTT_TLS_KEY: 'a.key' }

describe('a listener without TLS', () => {
  test.each([
    [{ HOST: '0.0.0.0' }, 'HOST'],
    [{ HOST: '::' }, 'HOST'],
    [{ HOST: '192.168.1.20', ...mqttTls }, 'HOST'],
    [{ MQTT_HOST: '0.0.0.0' }, 'MQTT_HOST'],
    [{ MQTT_HOST: 'plant.example', TLS_CERT: 'a.pem', TLS_KEY: 'a.key' }, 'MQTT_HOST'],
  ])('on the network is refused in one sentence: %j (D87)', (env, key) => {
    expect(() => check(env)).toThrow(ConfigError)
    expect(() => check(env)).toThrow(
      new RegExp(
        `^${key} must be an address of this machine alone without TLS, .+PLAIN_ON_LAN=on.+\\.$`,
      ),
    )
    // The operator may say that the network is safe.
    expect(() => check({ ...env, PLAIN_ON_LAN: 'on' })).not.toThrow()
  })

  test.each([
    {},
    { HOST: '127.0.0.1', MQTT_HOST: 'localhost' },
    { HOST: '::1' },
    { HOST: '0.0.0.0', TLS_CERT: 'a.pem', TLS_KEY: 'a.key' },
    { MQTT_HOST: '0.0.0.0', ...mqttTls },
    { MQTT_HOST: '0.0.0.0', ROLE: 'api' },
  ])('is allowed on this machine, and TLS anywhere: %j', (env) => {
    expect(() => check(env)).not.toThrow()
  })

  test('is said in the log of each start', () => {
    const { log, lines } = capturedLog()
    logPlain(readConfig({}), log)
    expect(lines).toEqual([])
    logPlain(readConfig({ MQTT_HOST: '0.0.0.0', PLAIN_ON_LAN: 'on' }), log)
    expect(lines.join()).toContain('plain.onNetwork')
  })
})

test('beside an encrypted port the plain one of MQTT stays on this machine', () => {
  expect(plainMqttHost(readConfig({ MQTT_HOST: '0.0.0.0', ...mqttTls }))).toBe('127.0.0.1')
  expect(plainMqttHost(readConfig({ MQTT_HOST: '0.0.0.0', PLAIN_ON_LAN: 'on' }))).toBe('0.0.0.0')
})

test.each([
  [{ TLS_CERT: 'a.pem' }, /^TLS_CERT and TLS_KEY belong together/],
  [{ MQTT_TLS_KEY: 'a.key' }, /^MQTT_TLS_CERT and MQTT_TLS_KEY belong together/],
  [{ MQTT_TLS_CA: 'ca.pem' }, /^MQTT_TLS_CA needs MQTT_TLS_CERT/],
])('half of a setting is refused: %j', (env, words) => {
  expect(() => check(env)).toThrow(words)
})

test('the demo, whose tokens everybody knows, takes machines of this machine only, also by TLS', () => {
  expect(() => check({ MQTT_HOST: '0.0.0.0', ...mqttTls }, true)).toThrow(
    /^MQTT_HOST must be an address of this machine alone in the demo/,
  )
})

describe('a certificate', () => {
  async function files() {
    const dir = await mkdtemp(join(tmpdir(), 'packboard-tls-'))
    const certFile = join(dir, 'a.pem')
    const keyFile = join(dir, 'a.key')
    const put = async ({ certFile: cert, keyFile: key } = authority.issue('first')) => {
      await copyFile(cert, certFile)
      await copyFile(key, keyFile)
    }
    await put()
    return { dir, certFile, keyFile, put, names: 'TLS_CERT, TLS_KEY' }
  }

  test('is read anew when its files change; broken ones keep the one from before, said once', async () => {
    const { dir, put, ...named } = await files()
    const { log, lines } = capturedLog()
    const watched = await watchCertificate(named, log)
    const seen: Buffer[] = []
    watched.onChange(({ cert }) => seen.push(cert))
    const first = watched.now().cert
    await watched.look()
    expect(seen).toEqual([])
    await writeFile(named.certFile, 'half a certif')
    await watched.look()
    await watched.look()
    expect(watched.now().cert).toBe(first)
    expect(watched.isStale()).toBe(true)
    expect(lines.filter((line) => line.includes('certificate.unusable'))).toHaveLength(1)
    // A certificate with the key of another one would end every handshake.
    await copyFile(authority.issue('other').certFile, named.certFile)
    await watched.look()
    expect(watched.now().cert).toBe(first)
    const second = authority.issue('second')
    await put(second)
    await watched.look()
    expect(seen).toEqual([second.cert])
    expect(watched.isStale()).toBe(false)
    expect(lines.join()).not.toContain('PRIVATE KEY')
    watched.stop()
    await rm(dir, { recursive: true })
  })

  test('that cannot be used ends the start with one sentence', async () => {
    const { dir, certFile, names } = await files()
    const { log } = capturedLog()
    const { keyFile } = authority.issue('other')
    for (const wrong of [keyFile, join(dir, 'none'), certFile]) {
      const reading = watchCertificate({ names, certFile, keyFile: wrong }, log)
      await expect(reading).rejects.toThrow(ConfigError)
      await expect(reading).rejects.toThrow(/^TLS_CERT, TLS_KEY cannot be used \(.+\); .+\.$/)
    }
    await rm(dir, { recursive: true })
  })
})
