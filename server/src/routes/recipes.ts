import { importRecipes as importCall, recipes as recipesCall } from '@packboard/contract'
import { recipesOfClient } from '@packboard/management'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import { importProducts } from '../csv/importProducts.ts'
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
    // A file is stored whole or not at all: half a list of target speeds would mix old and new targets in one figure.
    const read = await readRecipeCsv(csv)
    return importProducts(management, scope, read, dryRun ? 'dryRun' : { userId, username })
  })
}
