import { all, definitions, setEarlierDefinition as setCall } from '@packboard/contract'
import { earlierDefinition, setEarlierDefinition } from '@packboard/management'
import type { DefinitionFilter } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import { requirePremium } from '../daySummary/readDays.ts'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { chartQuestion } from '../figures/chartQuestion.ts'
import type { App } from '../http/createApp.ts'
import { readDefinitions } from './readDefinitions.ts'

/** One window by five definitions of effectiveness, and the one of them that a client enters (D100). */
export function definitionRoutes(app: App, deps: Deps & PlanDeps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Explain')
  const { management } = deps

  route(definitions, readBy('figures'), async (request) => {
    const { query } = request
    const requested = await chartQuestion({ access, now: deps.now() }, request, query)
    const { scope, viewer } = requested
    // D51: figures of several machines are for clients that pay for them.
    if (query.machine === all && query.machineId === all) await requirePremium(management, scope)
    const stored = await earlierDefinition(management, scope)
    return gate.ask(
      viewer,
      scope,
      () => readDefinitions(deps, requested, { stored, filteredBy: filteredBy(query) }),
      requested,
    )
  })

  route(setCall, 'setDefinitions', async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    const version = await setEarlierDefinition(management, actor, scope, request.body)
    return { message: 'Success!', version }
  })
}

type Choices = { readonly product: string; readonly tool: string; readonly recipe: string }

/** D78: a state or an alarm group is about causes, whatever else is chosen. */
function filteredBy({ product, tool, recipe }: Choices): DefinitionFilter {
  if (recipe !== all) return 'cause'
  return product === all && tool === all ? 'nothing' : 'context'
}
