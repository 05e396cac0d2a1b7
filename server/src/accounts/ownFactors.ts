import {
  addPasskey as addPasskeyCall,
  beginTotp as beginTotpCall,
  passkeyToAdd,
  removePasskey as removePasskeyCall,
  renewRecoveryCodes as renewCall,
  switchOffTotp as switchOffCall,
  switchOnTotp as switchOnCall,
} from '@packboard/contract'
import {
  addPasskey,
  beginTotp,
  removePasskey,
  renewRecoveryCodes,
  switchOffTotp,
  switchOnTotp,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import type { MailDeps } from './accountMail.ts'
import type { FactorService } from './factorRule.ts'

/** The second factors of the caller: each change wants a confirmation and is written to the owner. */
export function ownFactorRoutes(
  app: App,
  { management, mail, config }: Deps & MailDeps,
  access: Access,
  factors: FactorService,
) {
  const route = routesOf(app, 'My account')

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
