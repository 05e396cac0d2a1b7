import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isLoopback } from '../http/connections.ts'
import type { KeptMail } from '../mail/outbox.ts'

/** The e-mails that the caller may read: those of a demo without a mail server, on loopback. Otherwise none. */
export function shownOutbox(
  { demo, mail }: Pick<Deps, 'demo' | 'mail'>,
  request: FastifyRequest,
): readonly KeptMail[] | undefined {
  return demo && isThisMachine(request) ? mail.outbox() : undefined
}

/**
 * Is the request from loopback, to a loopback host name, through no proxy? A foreign page whose DNS name was rebound to
 * this machine still sends its own host name.
 */
function isThisMachine(request: FastifyRequest): boolean {
  const { headers, socket, hostname } = request
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded
  const named = hostname.replace(/^\[(.*)\]$/, '$1')
  return (
    forwarded === undefined &&
    isLoopback(socket.remoteAddress ?? '') &&
    (named === 'localhost' || isLoopback(named))
  )
}
