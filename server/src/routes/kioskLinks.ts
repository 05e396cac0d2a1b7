import {
  addKioskLink as addCall,
  kioskLinks as listCall,
  revokeKioskLink as revokeCall,
} from '@packboard/contract'
import { addKioskLink, kioskLinks, revokeKioskLink } from '@packboard/management'
import type { Access } from '../access/access.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'

const tag = 'Wall'

/** A link outlives who made it: without another wish it ends. */
const yearMs = 365 * 86_400_000

/**
 * Links that show a client's wall without a sign-in. The route table decides who may call them, the scope decides on
 * which links.
 */
export function kioskLinkRoutes(app: App, { management, now }: Deps, access: Access) {
  const afterYear = () => new Date(now() + yearMs)

  app.route({
    ...declare(listCall, tag),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      return { links: await kioskLinks(management, scope) }
    },
  })

  app.route({
    ...declare(addCall, tag),
    // The answer holds a token (T70).
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const { expiresAt = afterYear(), ...body } = request.body
      const link = { ...body, expiresAt }
      const { id, token } = await addKioskLink(management, actor, access.panel(actor), link)
      // Behind the #: so neither this server nor a proxy ever logs it.
      return { message: 'Success!', id, address: `/wall#${token}` }
    },
  })

  app.route({
    ...declare(revokeCall, tag),
    async handler(request) {
      const actor = access.actor(request)
      await revokeKioskLink(management, actor, access.panel(actor), request.params.id)
      return { message: 'Success!' }
    },
  })
}
