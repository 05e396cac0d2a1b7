import { createHash, X509Certificate } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { InMemoryCertificateKeyPairProvider } from 'node-opcua-common'
import {
  CertificatePurpose,
  convertPEMtoDER,
  createSelfSignedCertificate,
  generatePrivateKey,
  makePrivateKeyFromPem,
  privateKeyToPEM,
} from 'node-opcua-crypto'
import { OpcUaFailure, type ShownCertificate } from './found.ts'
import { unknownCertificates } from './limits.ts'

const validDays = 3_650

/** Our own certificate, and the list of those servers that are trusted: files that an operator sees and moves. */
export type Certificates = {
  readonly own: InMemoryCertificateKeyPairProvider
  readonly applicationUri: string
  /**
   * Passes for a certificate that a person trusts, or that lies in `trusted`, and that is valid now; rejects with the sentence that
   * says what to do. `shown` is called before with what the certificate says of itself.
   */
  demandTrusted(
    host: string,
    certificate: Buffer,
    options: {
      readonly now: number
      /** The fingerprint that a person trusts. */
      readonly trusted: string | null
      readonly shown: (certificate: ShownCertificate) => void
    },
  ): Promise<void>
}

/** Of what a certificate says of itself. */
const subjectCharacters = 300

/**
 * The folder `opcua` of the data directory: `own` with our certificate and key, `trusted` with the certificates of servers
 * that are read, `unknown` with those that were refused. A certificate is trusted when a person has trusted the very same one, or it lies in
 * `trusted`; there is no other way, so a server that changes its certificate is refused until the new one is trusted (T82).
 */
export async function openCertificates(folder: string): Promise<Certificates> {
  const [own, trusted, unknown] = ['own', 'trusted', 'unknown'].map((name) => join(folder, name))
  if (own === undefined || trusted === undefined || unknown === undefined) throw new Error(folder)
  await mkdir(own, { recursive: true, mode: 0o700 })
  await mkdir(trusted, { recursive: true })
  await mkdir(unknown, { recursive: true })
  const applicationUri = `urn:${hostname()}:packboard`
  const { certificate, key } = await ownPair(own, applicationUri)

  async function isTrusted(print: string): Promise<boolean> {
    for (const name of await readdir(trusted ?? '')) {
      const content = await readFile(join(trusted ?? '', name)).catch(() => undefined)
      if (content && fingerprint(content) === print) return true
    }
    return false
  }

  return {
    own: new InMemoryCertificateKeyPairProvider(
      [convertPEMtoDER(certificate)],
      makePrivateKeyFromPem(key),
    ),
    applicationUri,
    async demandTrusted(host, certificate, { now, trusted: byPerson, shown }) {
      const read = readCertificate(certificate)
      const print = read ? fingerprint(read.raw) : undefined
      const [from, until] = [Date.parse(read?.validFrom ?? ''), Date.parse(read?.validTo ?? '')]
      // A damaged time would be before and after nothing.
      if (!read || print === undefined || Number.isNaN(from + until)) {
        throw new OpcUaFailure('certificateUnknown', `The certificate of ${host} is not readable.`)
      }
      const subject = read.subject.replaceAll(/\p{Cc}+/gu, ', ').slice(0, subjectCharacters)
      const by = print === byPerson ? 'person' : (await isTrusted(print)) ? 'file' : null
      shown({ fingerprint: print, subject, validFrom: from, validTo: until, trusted: by })
      if (by === null) {
        const file = `${host.replaceAll(/[^\w.-]/g, '_')}-${print.slice(0, 16)}.der`
        const isKept = await keepUnknown(unknown, file, read.raw)
        throw new OpcUaFailure(
          'certificateUnknown',
          isKept
            ? `The certificate of ${host} is not trusted. Compare its SHA-256 fingerprint ${print} with the one that the server shows, then trust it on the page of the connection. Where there is no such page, as at an edge recorder, move opcua/unknown/${file} to opcua/trusted in the data directory.`
            : `The certificate of ${host} is not trusted. Compare its SHA-256 fingerprint ${print} with the one that the server shows, then trust it on the page of the connection. It is not kept as a file: opcua/unknown in the data directory is full.`,
        )
      }
      if (now < from || now > until) {
        throw new OpcUaFailure(
          'certificateExpired',
          `The certificate of ${host} is valid from ${read.validFrom} to ${read.validTo}: give the server a new one, or correct the clock of this server.`,
        )
      }
    },
  }
}

/** The first certificate of a chain. */
function readCertificate(content: Buffer): X509Certificate | undefined {
  try {
    return new X509Certificate(content)
  } catch {
    return undefined
  }
}

/** Of a file in DER or PEM. */
function fingerprint(content: Buffer): string | undefined {
  const read = readCertificate(content)
  return read && createHash('sha256').update(read.raw).digest('hex')
}

async function keepUnknown(folder: string, file: string, content: Buffer): Promise<boolean> {
  const there = await readdir(folder)
  if (there.includes(file)) return true
  if (there.length >= unknownCertificates) return false
  await writeFile(join(folder, file), content)
  return true
}

async function ownPair(folder: string, applicationUri: string) {
  const [certificateFile, keyFile] = [join(folder, 'packboard.pem'), join(folder, 'packboard.key')]
  const read = async () => ({
    certificate: await readFile(certificateFile, 'utf8'),
    key: await readFile(keyFile, 'utf8'),
  })
  const known = await read().catch(() => undefined)
  if (known) return known
  const privateKey = await generatePrivateKey(2048)
  const { cert } = await createSelfSignedCertificate({
    privateKey,
    subject: 'CN=Packboard',
    applicationUri,
    dns: [hostname()],
    validity: validDays,
    notBefore: new Date(),
    purpose: CertificatePurpose.ForApplication,
  })
  const { privPem } = await privateKeyToPEM(privateKey)
  const put = async (file: string, content: string | Buffer, mode: number) => {
    await writeFile(`${file}.new`, content, { mode })
    await rename(`${file}.new`, file)
  }
  await put(keyFile, privPem, 0o600)
  // Servers import DER.
  await put(join(folder, 'packboard.der'), convertPEMtoDER(cert), 0o644)
  await put(certificateFile, cert, 0o644)
  return { certificate: cert, key: privPem }
}
