import { importRecipes as importCall, recipes as recipesCall } from '@packboard/contract'
import { importRecipes, recipesOfClient, tryRecipes } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import { readRecipeCsv } from '../csv/readRecipeCsv.ts'
import { recipeWire } from '../csv/recipesWire.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** The products of a client with their target speeds (D22). */
export function recipeRoutes(app: App, { management }: Deps, access: Access) {
  const route = routesOf(app, 'Products')

  route(recipesCall, readBy('machines'), async (request) => {
    const scope = await access.scope(access.reader(request), request.params.clientId)
    return { recipes: (await recipesOfClient(management, scope)).map(recipeWire) }
  })

  route(importCall, 'editProducts', async (request) => {
    const { userId, username } = access.actor(request)
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { csv, dryRun } = request.body
    const { changes, refused } = await readRecipeCsv(csv)
    // A file is stored whole or not at all: half a list of target speeds would mix old and new targets in one figure.
    if (refused.length > 0) return { added: 0, changed: 0, unchanged: 0, refused }
    const outcome = dryRun
      ? await tryRecipes(management, scope, changes)
      : await importRecipes(management, scope, { userId, username }, changes)
    return { ...outcome, refused }
  })
}
