import {
  account as accountCall,
  addPasskey as addPasskeyCall,
  beginTotp as beginTotpCall,
  type Confirmation,
  confirmIdentity,
  confirmOptions,
  endOwnSession as endCall,
  endOtherSessions as endOthersCall,
  ownSessions,
  passkeyToAdd,
  removePasskey as removePasskeyCall,
  renewRecoveryCodes as renewCall,
  setAccount,
  setAccountEmail,
  setAccountPassword,
  switchOffTotp as switchOffCall,
  switchOnTotp as switchOnCall,
} from '@packboard/contract'
import {
  acceptPassword,
  acceptRecoveryCode,
  acceptTotp,
  addPasskey,
  beginTotp,
  type ConfirmMethod,
  changeOwnPassword,
  confirmMethods,
  confirmSession,
  endOtherSessions,
  endOwnSession,
  findSession,
  graceOf,
  type Management,
  ownAccount,
  removePasskey,
  renameSelf,
  renewRecoveryCodes,
  requestOwnEmail,
  sessionsOfUser,
  switchOffTotp,
  switchOnTotp,
} from '@packboard/management'
import { addressBlock } from '@packboard/management/addressBlock'
import { AppError, browserOf, wantsFactor } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { credential } from '../access/guard.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { emailChangeNote, type MailDeps } from './accountMail.ts'
import { type FactorService, factorService } from './factorRule.ts'
import { passwordRulesOf } from './passwordRules.ts'
import { sessionAnswer } from './sessionAnswer.ts'

const tag = 'My account'

/** What a person sees and changes of its own account, and its sessions; each call is about the caller and nobody else. */
export function myAccountRoutes(app: App, deps: Deps & MailDeps, access: Access) {
  const route = routesOf(app, tag)
  const { management, mail, config } = deps
  const factors = factorService(deps)
  const { rule } = factors
  ownFactorRoutes(app, deps, access, factors)
  ownSessionRoutes(app, deps, access)
  confirmRoutes(app, deps, access, factors)

  route(accountCall, 'ownAccount', async (request) => {
    const { userId, role } = access.actor(request)
    const { factors: has, ...person } = await ownAccount(management, userId)
    const wanted = wantsFactor(rule.mode, role)
    return {
      ...person,
      factors: {
        mode: rule.mode,
        wanted,
        dueAt: wanted ? await graceOf(management, userId) : null,
        totpSince: has.totpSince,
        passkeys: [...has.passkeys],
        passkeysAt: factors.passkeysAt,
        passkeyObstacle: factors.obstacle,
        recoveryCodes: has.recoveryCodes,
      },
    }
  })

  route(setAccount, 'ownAccount', async (request) => {
    await renameSelf(management, access.actor(request), request.body)
    access.forget(request)
    return { message: 'Success!' }
  })

  route(setAccountEmail, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const change = await requestOwnEmail(management, access.actor(request), request.body.email)
    return { message: `Success! ${emailChangeNote(await mail.confirmEmail(change))}` }
  })

  route(setAccountPassword, { caller: 'ownAccount', answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const session = await sessionOf(management, request)
    const browser = request.headers['user-agent']
    const changed = await changeOwnPassword(management, actor, {
      ...request.body,
      rules: passwordRulesOf(config),
      session: {
        role: session.role,
        way: session.way,
        browserSaved: session.browserSaved,
        confirmedAt: session.confirmedAt,
        address: request.ip,
        ...(browser !== undefined && { browser }),
      },
    })
    access.forget(request)
    mail.inform(changed.owner, { kind: 'passwordChanged' })
    const { userId, username, firstName, role } = session
    const { clientId, clientName, subscriptionLabel, distributorId } = session
    return sessionAnswer(deps, request, {
      ...{ token: changed.token, userId, username, firstName, role },
      ...{ clientId, clientName, subscriptionLabel, distributorId },
      email: null,
      isNewPlace: false,
    })
  })
}

/** The session of this call, as it is stored now. */
async function sessionOf(management: Management, request: FastifyRequest) {
  const session = await findSession(management, credential(request))
  if (!session) throw new AppError('session.required')
  return session
}

/** The caller shows again who it is, before what erases, opens or hands on (D91). */
function confirmRoutes(app: App, { management }: Deps, access: Access, factors: FactorService) {
  const route = routesOf(app, tag)
  const { rule } = factors

  /** What was shown to confirm, and what accepts it. */
  function proofOf(
    { code, assertion, recoveryCode, password }: Confirmation,
    userId: number,
  ): { readonly method: ConfirmMethod; readonly accept: () => Promise<unknown> } {
    if (code !== undefined) {
      return { method: 'totp', accept: () => acceptTotp(management, userId, code) }
    }
    if (assertion) {
      const accept = () => factors.passkeys().check(assertion, { purpose: 'show', userId })
      return { method: 'passkey', accept }
    }
    if (recoveryCode !== undefined) {
      const accept = () => acceptRecoveryCode(management, userId, recoveryCode)
      return { method: 'recoveryCode', accept }
    }
    if (password === undefined) throw new AppError('request.invalid')
    return { method: 'password', accept: () => acceptPassword(management, userId, password) }
  }

  route(confirmOptions, 'ownAccount', async (request) => {
    const { userId, way } = await sessionOf(management, request)
    const methods = await confirmMethods(management, { userId, way, rule })
    const passkey = methods.includes('passkey')
      ? await factors.passkeys().request({ purpose: 'show', userId })
      : null
    return { methods: [...methods], passkey }
  })

  route(confirmIdentity, 'ownAccount', async (request) => {
    const { userId, way } = await sessionOf(management, request)
    await confirmSession(management, {
      ...{ userId, way, rule },
      token: credential(request),
      address: request.ip,
      ...proofOf(request.body, userId),
    })
    access.forget(request)
    return { message: 'Confirmed.' }
  })
}

/** Where the caller is signed in. */
function ownSessionRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, tag)

  route(ownSessions, 'ownAccount', async (request) => {
    const { userId, sessionId } = await sessionOf(management, request)
    const found = await sessionsOfUser(management, userId)
    return {
      sessions: found.map(({ browser, ...session }) => ({
        ...session,
        ...browserOf(browser),
        network: addressBlock(session.address),
        current: session.id === sessionId,
      })),
    }
  })

  route(endCall, 'ownAccount', async (request) => {
    await endOwnSession(management, access.actor(request), request.params.id)
    return { message: 'Success!' }
  })

  route(endOthersCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const ended = await endOtherSessions(management, access.actor(request), credential(request))
    return { message: 'Success!', ended }
  })
}

/** The second factors of the caller: each change wants a confirmation and is written to the owner. */
function ownFactorRoutes(
  app: App,
  { management, mail, config }: Deps & MailDeps,
  access: Access,
  factors: FactorService,
) {
  const route = routesOf(app, tag)

  route(
    beginTotpCall,
    { caller: 'ownAccount', confirmed: true, answersToken: true },
    async (request) => {
      factors.demandOn()
      const { userId, username } = access.actor(request)
      return beginTotp(management, { userId, label: username, issuer: config.providerName })
    },
  )

  route(switchOnCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    factors.demandOn()
    const owner = await switchOnTotp(management, access.actor(request), request.body.code)
    mail.inform(owner, { kind: 'totpOn' })
    return { message: 'Success!' }
  })

  route(switchOffCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const owner = await switchOffTotp(management, access.actor(request))
    mail.inform(owner, { kind: 'totpOff' })
    return { message: 'Success!' }
  })

  route(passkeyToAdd, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const { userId, username } = access.actor(request)
    return factors.passkeys().creation({ userId, username, displayName: username })
  })

  route(addPasskeyCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const actor = access.actor(request)
    const { name } = request.body
    const checked = await factors.passkeys().checkNew(request.body, actor.userId)
    mail.inform(await addPasskey(management, actor, { ...checked, name }), {
      kind: 'passkeyAdded',
      name,
    })
    return { message: 'Success!' }
  })

  route(removePasskeyCall, { caller: 'ownAccount', confirmed: true }, async (request) => {
    const removed = await removePasskey(management, access.actor(request), request.params.id)
    mail.inform(removed.owner, { kind: 'passkeyRemoved', name: removed.name })
    return { message: 'Success!' }
  })

  route(
    renewCall,
    { caller: 'ownAccount', confirmed: true, answersToken: true },
    async (request) => {
      factors.demandOn()
      const { codes, owner } = await renewRecoveryCodes(management, access.actor(request))
      mail.inform(owner, { kind: 'recoveryCodes' })
      return { codes }
    },
  )
}
