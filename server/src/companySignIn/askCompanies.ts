import {
  companyConfirmed,
  companyRefused,
  type DueSession,
  endUnanswered,
  type Management,
  providerForSignIn,
  takeDueSessions,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import type { FastifyBaseLogger } from 'fastify'
import type { OpenIdProviders } from './openIdProviders.ts'
import { readClaims } from './readClaims.ts'

type AskDeps = {
  readonly management: Management
  readonly company: OpenIdProviders
  readonly log: FastifyBaseLogger
  readonly now: () => number
}

/** How often is looked for sessions whose company is to be queried. */
const turnMs = 15_000

/**
 * Asks companies whether sessions that are used go on, each at most every 15 minutes, and ends those that one has not confirmed for eight
 * hours. A company that does not answer ends nothing until then. The returned function stops it.
 */
export function startAskingCompanies(deps: AskDeps): () => void {
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    askCompanies(deps)
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'Sessions of companies could not be looked at'),
      )
      .finally(() => {
        busy = false
      })
  }, turnMs)
  timer.unref()
  return () => clearInterval(timer)
}

/** One look at all sessions that are due. */
export async function askCompanies(deps: AskDeps): Promise<void> {
  for (;;) {
    const due = await takeDueSessions(deps.management)
    if (due.length === 0) break
    await Promise.all(due.map((session) => askAbout(deps, session)))
  }
  await endUnanswered(deps.management)
}

async function askAbout({ management, company, log, now }: AskDeps, session: DueSession) {
  const provider = await providerForSignIn(management, session.identityProviderId)
  if (!provider) return
  try {
    const answer = await company.askAgain(provider, session.refreshToken)
    if (answer === undefined) return await companyRefused(management, provider, session)
    const { subject, roleValues } = readClaims(answer.claims, provider.roleClaim, now())
    const { refreshToken } = answer
    await companyConfirmed(management, provider, session, { subject, roleValues, refreshToken })
  } catch (error) {
    const code = error instanceof AppError ? error.code : 'server.failed'
    log.warn(
      { identityProvider: provider.id, code, err: error },
      'A company did not say whether a session goes on; it is queried again later',
    )
  }
}
