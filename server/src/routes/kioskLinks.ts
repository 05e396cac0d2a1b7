import {
  addKioskLink as addCall,
  kioskLinks as listCall,
  revokeKioskLink as revokeCall,
  updateKioskLink as updateCall,
} from '@packboard/contract'
import { addKioskLink, kioskLinks, revokeKioskLink, updateKioskLink } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

const tag = 'Wall'

/** A link outlives who made it: without another wish it ends. */
const yearMs = 365 * 86_400_000

/**
 * Links that show a client's wall, or the page of its operators, without a sign-in. A route's policy decides who may call it, the scope decides on
 * which links.
 */
export function kioskLinkRoutes(app: App, { management, now }: Deps, access: Access) {
  const afterYear = () => new Date(now() + yearMs)

  app.route({
    ...declare(listCall, tag, 'manageKioskLinks'),
    async handler(request) {
      const scope = access.panel(access.actor(request))
      const links = await kioskLinks(management, scope)
      return {
        links: links.map((link) => ({
          ...link,
          machines: link.allMachines ? [] : [...link.machines],
          names: [...link.names],
        })),
      }
    },
  })

  app.route({
    ...declare(addCall, tag, 'manageKioskLinks'),
    // The answer holds a token (T70).
    compress: false,
    async handler(request) {
      const actor = access.actor(request)
      const { expiresAt = afterYear(), pin, ...form } = request.body
      const link = { ...form, pin, expiresAt }
      const { id, token } = await addKioskLink(management, actor, access.panel(actor), link)
      const page = form.kind === 'board' ? '/wall' : '/operator'
      // Behind the #: so neither this server nor a proxy ever logs it.
      return { message: 'Success!', id, address: `${page}#${token}` }
    },
  })

  app.route({
    ...declare(updateCall, tag, 'manageKioskLinks'),
    async handler(request) {
      const actor = access.actor(request)
      const { pin, ...form } = request.body
      const changed = { ...form, pin }
      await updateKioskLink(management, actor, access.panel(actor), request.params.id, changed)
      return { message: 'Success!' }
    },
  })

  app.route({
    ...declare(revokeCall, tag, 'manageKioskLinks'),
    async handler(request) {
      const actor = access.actor(request)
      await revokeKioskLink(management, actor, access.panel(actor), request.params.id)
      return { message: 'Success!' }
    },
  })
}
