import { productLookup, toolLookup, valueLookup } from '@packboard/contract'
import { type LookupField, lookupValues } from '@packboard/telemetry/read'
import type { FastifyRequest } from 'fastify'
import type { Access } from '../access/access.ts'
import { readBy, routesOf } from '../access/declare.ts'
import type { QueryGate } from '../access/queryGate.ts'
import type { Deps } from '../deps.ts'
import { type ChartQuestion, chartQuestion, ledgerQuestion } from '../figures/chartQuestion.ts'
import { byText } from '../figures/contextSums.ts'
import { all } from '../figures/filterWire.ts'
import type { App } from '../http/createApp.ts'

/** What the selects of a filter bar offer: the values that occur under the rest of the filter. */
export function lookupRoutes(app: App, deps: Deps, access: Access, gate: QueryGate) {
  const route = routesOf(app, 'Lookups')

  type Query = Parameters<typeof chartQuestion>[2]

  async function offered(request: FastifyRequest, field: LookupField, query: Query) {
    const requested = await chartQuestion(
      { access, now: deps.now() },
      request,
      ownFieldOpen(field, query),
    )
    const data = requested.nothing
      ? []
      : await gate.ask(
          requested.viewer,
          requested.scope,
          () => valuesOf(requested, field),
          requested,
        )
    return { data }
  }

  async function valuesOf(requested: ChartQuestion, field: LookupField): Promise<string[]> {
    const { scope, machines } = requested
    const question = ledgerQuestion(requested)
    if (field !== 'machine') {
      const values = await lookupValues(deps.telemetry, scope, { ...question, field })
      return values.sort(byText)
    }
    const ids = new Set(await lookupValues(deps.telemetry, scope, { ...question, field }))
    return machines
      .filter(({ id }) => ids.has(id))
      .map(({ serialNo }) => serialNo)
      .sort(byText)
  }

  route(toolLookup, readBy('machines'), (request) =>
    offered(request, 'tool', { ...request.query, ...request.params }),
  )

  route(productLookup, readBy('machines'), (request) =>
    offered(request, 'product', { ...request.query, ...request.params }),
  )

  route(valueLookup, readBy('machines'), (request) => {
    const { clientId, field } = request.params
    return offered(request, field, { ...request.query, clientId })
  })
}

/** A select offers what the rest of the filter leaves; its own choice does not narrow it. */
function ownFieldOpen<Query extends { product: string; tool: string; machine: string }>(
  field: LookupField,
  query: Query,
): Query {
  return { ...query, [field]: all }
}
