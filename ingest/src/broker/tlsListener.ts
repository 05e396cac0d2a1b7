import { once } from 'node:events'
import type { Socket } from 'node:net'
import { createServer, type TLSSocket } from 'node:tls'
import type { LiveCertificate } from '../tlsMaterial.ts'
import * as limits from './limits.ts'

export type TlsListener = { readonly port: number; close(): void }

/**
 * The TLS port of the broker (D87). A connection is counted from its first byte: one that never ends its handshake
 * takes a place like any other, for `connectTimeoutMs` at most.
 */
export async function listenTls(options: {
  readonly port: number
  readonly host: string
  readonly certificate: LiveCertificate
  /** False refuses the connection before its handshake. */
  admit(socket: Socket): boolean
  connected(socket: TLSSocket): void
}): Promise<TlsListener> {
  const { certificate, admit, connected } = options
  const material = certificate.now()
  const server = createServer({
    ...material,
    requestCert: material.ca !== undefined,
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    handshakeTimeout: limits.connectTimeoutMs,
    noDelay: true,
    keepAlive: true,
  })
  server.prependListener('connection', (socket: Socket) => {
    if (!admit(socket)) socket.destroy()
  })
  server.on('secureConnection', connected)
  // A scanner or a device without our authority: its connection ends, the others do not notice.
  server.on('tlsClientError', (_error, socket) => socket.destroy())
  // Only connections that come later use it; those that are open go on.
  const forget = certificate.onChange((changed) => server.setSecureContext(changed))
  server.listen(options.port, options.host)
  await once(server, 'listening').catch((error: unknown) => {
    forget()
    throw error
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close() {
      forget()
      if (server.listening) server.close()
    },
  }
}

/** The common name of the certificate that a device showed; undefined where none was required. */
export function certificateName(socket: TLSSocket): string | undefined {
  const subject = socket.getPeerCertificate().subject
  return subject === undefined ? undefined : String(subject.CN ?? '')
}
