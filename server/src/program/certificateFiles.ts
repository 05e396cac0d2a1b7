import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createSecureContext } from 'node:tls'
import type { LiveCertificate, TlsMaterial } from '@packboard/ingest'
import type { Logger } from 'pino'
import { ConfigError } from './settings.ts'

/** The files of one listener, and the settings that name them. */
export type CertificateFiles = {
  readonly names: string
  readonly certFile: string
  readonly keyFile: string
  readonly caFile?: string | undefined
}

export type WatchedCertificate = LiveCertificate & {
  /** True while the files hold something that cannot be used, so that an older certificate serves. */
  isStale(): boolean
  /** Looks at the files now. */
  look(): Promise<void>
  stop(): void
}

/** How often the files are looked at. */
const lookMs = 10_000

/**
 * Reads a certificate and reads it anew when its files change (D87), by their contents: a renewal replaces links,
 * times or whole directories. Files that cannot be used leave the last good certificate in service.
 */
export async function watchCertificate(
  files: CertificateFiles,
  log: Logger,
): Promise<WatchedCertificate> {
  let material = await readMaterial(files).catch((error: unknown) => {
    throw new ConfigError(
      `${files.names} cannot be used (${reasonOf(error)}); name the files of a certificate and its key, in PEM.`,
    )
  })
  const listeners = new Set<(changed: TlsMaterial) => void>()
  let stale = false

  async function look() {
    try {
      const read = await readMaterial(files)
      stale = false
      if (isSame(read, material)) return
      material = read
      for (const listener of listeners) listener(material)
      log.info(
        { event: 'certificate.changed', settings: files.names },
        'a new certificate is in use',
      )
    } catch (error) {
      // A renewal that is half written is whole at the next look.
      if (!stale)
        log.error(
          { event: 'certificate.unusable', settings: files.names, reason: reasonOf(error) },
          'the new certificate files cannot be used; the certificate from before stays in use',
        )
      stale = true
    }
  }

  const timer = setInterval(() => void look(), lookMs)
  timer.unref()
  return {
    now: () => material,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isStale: () => stale,
    look,
    stop: () => clearInterval(timer),
  }
}

async function readMaterial({ certFile, keyFile, caFile }: CertificateFiles): Promise<TlsMaterial> {
  const [cert, key, ca] = await Promise.all([
    readFile(certFile),
    readFile(keyFile),
    caFile === undefined ? undefined : readFile(caFile),
  ])
  if (!new X509Certificate(cert).checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key is not that of the certificate')
  if (ca) new X509Certificate(ca)
  const material = { cert, key, ...(ca && { ca }) }
  createSecureContext(material)
  return material
}

const isSame = (one: TlsMaterial, other: TlsMaterial) =>
  one.cert.equals(other.cert) &&
  one.key.equals(other.key) &&
  (one.ca?.equals(other.ca ?? Buffer.alloc(0)) ?? other.ca === undefined)

/** The code or the words of a fault; never a content. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? ('code' in error ? String(error.code) : error.message) : 'unreadable'
