import { domainProven, type Editor, type Management, unprovenDomains } from '@packboard/management'
import { type PanelScope, proofName, proofText } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'

type ProofDeps = {
  readonly management: Management
  readonly log: FastifyBaseLogger
  /** The TXT records of a name, each in its pieces. */
  readonly find: (name: string) => Promise<string[][]>
}

/**
 * Looks for the TXT records of the domains of a provider that await their proof (D90). Who can write one owns the domain; the text is
 * of this provider alone, so that the record of another one proves nothing. A domain that another one proved first stays unproven.
 */
export async function proveDomains(
  { management, log, find }: ProofDeps,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  const waiting = await unprovenDomains(management, scope, id)
  const found = await Promise.all(
    waiting.map(async ({ domain, proof }) => {
      const records = await find(proofName(domain)).catch(() => [])
      return records.some((pieces) => pieces.join('') === proofText(proof)) ? [domain] : []
    }),
  )
  for (const domain of found.flat()) {
    await domainProven(management, editor, id, domain)
    log.info({ identityProvider: id }, 'The domain of a company sign-in was proven')
  }
}
