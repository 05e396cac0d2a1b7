import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type TestCertificate = {
  readonly certFile: string
  readonly keyFile: string
  readonly cert: Buffer
  readonly key: Buffer
}

/** An authority of its own with what it signs, made by openssl. */
export function testAuthority() {
  const dir = mkdtempSync(join(tmpdir(), 'packboard-certificates-'))
  let made = 0
  // Of the environment nothing else: the library of OPC UA leaves OPENSSL_CONF as the text "undefined".
  const env = { PATH: process.env.PATH }
  const openssl = (...words: string[]) =>
    execFileSync('openssl', words, { stdio: 'pipe', cwd: dir, env })
  const request = (file: string, name: string) => [
    ...['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
    ...['-keyout', `${file}.key`, '-out', `${file}.pem`, '-subj', `/CN=${name}`],
  ]
  openssl(...request('ca', 'Test authority'), '-x509', '-days', '2')

  /** A certificate for 127.0.0.1 and localhost under this common name. */
  function issue(name: string): TestCertificate {
    made += 1
    const file = `issued${made}`
    openssl(
      ...[...request(file, name), '-x509', '-days', '2', '-CA', 'ca.pem', '-CAkey', 'ca.key'],
      ...['-addext', 'subjectAltName=IP:127.0.0.1,DNS:localhost'],
      ...['-addext', 'basicConstraints=critical,CA:FALSE'],
    )
    const certFile = join(dir, `${file}.pem`)
    const keyFile = join(dir, `${file}.key`)
    return { certFile, keyFile, cert: readFileSync(certFile), key: readFileSync(keyFile) }
  }

  return {
    caFile: join(dir, 'ca.pem'),
    ca: readFileSync(join(dir, 'ca.pem')),
    issue,
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
