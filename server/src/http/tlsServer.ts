import type { RequestListener, Server } from 'node:http'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { LiveCertificate } from '@packboard/ingest'
import { limits } from './limits.ts'

/** The HTTP server with TLS of our own (D87): the same bounds, and a new certificate for each connection after a change. */
export function createTlsServer(certificate: LiveCertificate, handler: RequestListener): Server {
  const server = createServer(
    {
      ...certificate.now(),
      minVersion: 'TLSv1.2',
      handshakeTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      headersTimeout: limits.headersTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      maxHeaderSize: limits.headerBytes,
    },
    handler,
  )
  server.setTimeout(limits.idleTimeout)
  // Before the answer of a broken request: there is no way to answer who has no TLS.
  server.on('tlsClientError', (_error: Error, socket: Socket) => socket.destroy())
  const forget = certificate.onChange((changed) => server.setSecureContext(changed))
  server.once('close', forget)
  return server
}
