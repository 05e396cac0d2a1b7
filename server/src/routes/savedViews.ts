import { addSavedView, deleteSavedView, savedViews, updateSavedView } from '@packboard/contract'
import { changeView, deleteView, savedViews as listed, saveView } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import { mayShareViews } from '../access/policies.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** Addresses of pages that people save under a name. A view opens a page that checks the rights as for everybody. */
export function savedViewRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Saved views')

  route(savedViews, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    return {
      views: await listed(management, scope, actor.userId),
      mayShare: mayShareViews(actor),
    }
  })

  route(addSavedView, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    demandShare(actor, request.body)
    const id = await saveView(management, actor, scope, request.body)
    return { message: 'Success!', id }
  })

  route(updateSavedView, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    demandShare(actor, request.body)
    await changeView(management, actor, scope, request.body)
    return { message: 'Success!' }
  })

  route(deleteSavedView, 'readDashboards', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const { id } = request.query
    await deleteView(management, actor, scope, { id, mayShare: mayShareViews(actor) })
    return { message: 'Success!' }
  })
}

function demandShare(
  actor: Parameters<typeof mayShareViews>[0],
  { isShared }: { isShared: boolean },
) {
  if (isShared && !mayShareViews(actor)) throw new AppError('request.notAllowed')
}
