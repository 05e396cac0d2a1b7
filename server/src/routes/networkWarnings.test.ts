// @slow

import { once } from 'node:events'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { warnings } from '@packboard/contract'
import { testAuthority } from '@packboard/ingest/testing'
import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/openTestServer.ts'
import { networkWarnings } from './operation.ts'

const authority = testAuthority()
const dir = await mkdtemp(join(tmpdir(), 'packboard-tls-'))
afterAll(async () => {
  authority.remove()
  await rm(dir, { recursive: true })
})

test('a port in clear on the network is a warning', () => {
  const isCertificateStale = () => false
  expect(networkWarnings({ isPlain: false, isCertificateStale })).toEqual([])
  expect(networkWarnings({ isPlain: true, isCertificateStale })).toEqual([
    { code: 'plain.onNetwork' },
  ])
})

test('a renewal that cannot be used is on the panel of admins until it is mended, and machines go on', async () => {
  const certFile = join(dir, 'a.pem')
  const { keyFile, ...issued } = authority.issue('broker')
  await copyFile(issued.certFile, certFile)
  const server = await openTestServer({
    env: { MQTT_TLS_CERT: certFile, MQTT_TLS_KEY: keyFile, MQTT_TLS_PORT: '0' },
  })
  try {
    const { accessToken: token } = await server.signIn('admin')
    const shown = async () => {
      const answer = await server.ask(warnings.path, { token })
      return warnings.answer.parse(await answer.json()).warnings.map(({ code }) => code)
    }
    expect(await shown()).not.toContain('certificate.unusable')
    await writeFile(certFile, 'half a certif')
    await expect.poll(shown, { timeout: 30_000 }).toContain('certificate.unusable')
    const socket = connect({
      port: server.deps.ingest?.mqttTlsPort ?? 0,
      host: '127.0.0.1',
      ca: authority.ca,
    })
    await once(socket, 'secureConnect')
    expect(socket.getPeerCertificate().subject.CN).toBe('broker')
    socket.destroy()
    await copyFile(issued.certFile, certFile)
    await expect.poll(shown, { timeout: 30_000 }).not.toContain('certificate.unusable')
  } finally {
    await server.close()
  }
}, 90_000)
