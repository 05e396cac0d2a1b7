import {
  addProgramKey as addCall,
  deleteProgramKey as deleteCall,
  programKeys as listCall,
  rotateProgramKey as rotateCall,
} from '@packboard/contract'
import {
  addProgramKey,
  programKeys,
  revokeProgramKey,
  rotateProgramKey,
} from '@packboard/management'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { MailDeps } from '../accounts/accountMail.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** A key hands on what its maker reads (D91). */
const handsOn = { caller: 'manageProgramKeys', confirmed: true } as const

/** Keys by which programs read (D92). A route's policy decides who may call it, the scope decides on which keys. */
export function programKeyRoutes(app: App, { management, mail }: Deps & MailDeps, access: Access) {
  const route = routesOf(app, 'Programs')

  route(listCall, 'manageProgramKeys', async (request) => {
    const keys = await programKeys(management, access.panel(access.actor(request)))
    return { keys: keys.map(({ groups, ...key }) => ({ ...key, groups: [...groups] })) }
  })

  route(addCall, { ...handsOn, answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const scope = access.panel(actor)
    const { maker, ...made } = await addProgramKey(management, actor, scope, request.body)
    mail.inform(maker, { kind: 'keyMade', name: request.body.name })
    return { message: 'Success!', ...made }
  })

  route(rotateCall, { ...handsOn, answersToken: true }, async (request) => {
    const actor = access.actor(request)
    const { id } = request.params
    const made = await rotateProgramKey(management, actor, access.panel(actor), id)
    return { message: 'Success!', ...made }
  })

  route(deleteCall, 'manageProgramKeys', async (request) => {
    const actor = access.actor(request)
    await revokeProgramKey(management, actor, access.panel(actor), request.params.id)
    return { message: 'Success!' }
  })
}
