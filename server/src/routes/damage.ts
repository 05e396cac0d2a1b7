import { acceptDamage, incompleteMonths } from '@packboard/contract'
import { recordEvent } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { onLinks, readBy, routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { damagedTable, monthText } from '../monitoring/dataLeft.ts'

/** Counts of received records and what is quarantined are in no figure. */
const tablesOfFigures = new Set(['sample', 'alarm', 'audit', 'minute_ledger'])

/** What is lost of the records, for those who read figures. */
export function damageRoutes(app: App, { telemetry }: Deps, access: Access) {
  const route = routesOf(app, 'Overview')

  route(incompleteMonths, { ...readBy('figures'), ...onLinks }, async (request) => {
    await access.scope(access.viewer(request), request.params.clientId)
    // A part holds records of several clients, and whose they were is lost with it: the month alone is said to each.
    const months = telemetry
      .damage()
      .filter(({ table }) => tablesOfFigures.has(table))
      .map(({ month }) => monthText(month))
    return { months: [...new Set(months)].filter(Boolean).sort() }
  })
}

/** The operator's word to go on without what is lost (D69). */
export function acceptDamageRoute(app: App, { telemetry, management }: Deps, access: Access) {
  const route = routesOf(app, 'Running it')

  route(acceptDamage, 'manageInstallation', async (request) => {
    const { userId, username } = access.actor(request)
    const month = Number(request.body.month.replace('-', ''))
    const damage = (await telemetry.acceptDamage(month)).map(damagedTable)
    if (damage.length === 0) throw new AppError('damage.notFound')
    await recordEvent(management, { userId, username }, 'update', 'damage', {
      id: month,
      clientId: null,
      after: damage,
    })
    return { message: 'Success!', damage }
  })
}
