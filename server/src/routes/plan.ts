import { clientPlan, importPlan, setPlan as setPlanCall } from '@packboard/contract'
import { planOfClient, setPlan } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { importedPlan } from '../csv/importedPlan.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'

/** When a client means to produce (D72). */
export function planRoutes(app: App, { management }: Deps, access: Access) {
  app.route({
    ...declare(clientPlan, 'Plan', 'readDashboards'),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      const found = await planOfClient(management, scope)
      if (!found) throw new AppError('client.notFound')
      return {
        timezone: found.zone,
        lines: [...found.lines],
        weeks: found.weeks.map(({ line, validFrom, entries, setBy }) => ({
          line,
          validFrom,
          entries: entries && [...entries],
          setBy,
        })),
        exceptions: [...found.exceptions],
        unitModes: found.unitModes.map(({ production, ...rule }) => ({
          ...rule,
          production: [...production],
        })),
        version: found.version,
      }
    },
  })

  app.route({
    ...declare(setPlanCall, 'Plan', 'setShifts'),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      const version = await setPlan(management, actor, scope, request.body)
      return { message: 'Success!', version }
    },
  })

  app.route({
    ...declare(importPlan, 'Plan', 'setShifts'),
    async handler(request) {
      const actor = access.actor(request)
      const scope = await access.scope(actor, request.params.clientId)
      const current = await planOfClient(management, scope)
      if (!current) throw new AppError('client.notFound')
      const { csv, dryRun } = request.body
      const { plan, ...outcome } = await importedPlan(csv, current)
      // A plan that was changed meanwhile is not overwritten by a file that was compared with the one before.
      if (!dryRun && outcome.refused.length === 0) {
        await setPlan(management, actor, scope, { ...plan, version: current.version })
      }
      return outcome
    },
  })
}
