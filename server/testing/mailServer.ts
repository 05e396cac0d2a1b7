import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** An e-mail as it arrived: who it is for, and its text as a person reads it. */
export type ArrivedMail = {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
  /** As it came over the wire. */
  readonly raw: string
}

export type MailServer = {
  readonly url: string
  readonly arrived: ArrivedMail[]
  /** Deliveries that were begun, also rejected ones. */
  readonly tries: number
  /** Refuses this address for good. */
  refuseAddress(address: string): void
  /** Rejects this many of the next e-mails temporarily. */
  refuse(times: number): void
  close(): Promise<void>
}

/** A real mail server on a free port of this machine. */
export async function openMailServer(): Promise<MailServer> {
  const arrived: ArrivedMail[] = []
  let refusals = 0
  const refused = new Set<string>()
  let tries = 0
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom(_address, _session, done) {
      tries += 1
      if (refusals > 0) {
        refusals -= 1
        return done(Object.assign(new Error('not now'), { responseCode: 451 }))
      }
      done()
    },
    onRcptTo({ address }, _session, done) {
      if (!refused.has(address)) return done()
      done(Object.assign(new Error('no such mailbox'), { responseCode: 550 }))
    },
    onData(stream, session, done) {
      let raw = ''
      stream.setEncoding('utf8')
      stream.on('data', (chunk: string) => {
        raw += chunk
      })
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        arrived.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          text: asRead(raw),
          raw,
        })
        done()
      })
    },
  })
  const listening = once(server.server, 'listening')
  server.listen(0, '127.0.0.1')
  await listening
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrived,
    get tries() {
      return tries
    },
    refuseAddress: (address) => {
      refused.add(address)
    },
    refuse: (times) => {
      refusals = times
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Long lines are folded on the way (quoted-printable). */
function asRead(raw: string): string {
  return raw
    .replace(/\r\n/g, '\n')
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
