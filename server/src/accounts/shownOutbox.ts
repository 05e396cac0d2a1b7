import type { FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { isLoopback } from '../http/connections.ts'
import type { KeptMail } from '../mail/outbox.ts'

/** The e-mails that whoever asks may read: those of a demo without a mail server, on this machine. Else there are none. */
export function shownOutbox(
  { demo, mail }: Pick<Deps, 'demo' | 'mail'>,
  request: FastifyRequest,
): readonly KeptMail[] | undefined {
  return demo && isThisMachine(request) ? mail.outbox() : undefined
}

/**
 * Asked from this machine, by its own name, through no proxy: a page from elsewhere whose name was bent to point here
 * still says its own name.
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
