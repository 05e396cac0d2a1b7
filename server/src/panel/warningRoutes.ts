import { type InstallationWarning, warnings } from '@packboard/contract'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { declare } from '../http/declare.ts'
import { damagedTable } from '../monitoring/damagedTable.ts'
import type { UntrustedProxy } from '../monitoring/untrustedProxy.ts'

/** What is on the panel of admins until it is mended. */
export function warningRoutes(app: App, { disk, telemetry }: Deps, proxy: UntrustedProxy) {
  app.route({
    ...declare(warnings, 'Running it'),
    handler: async () => ({
      warnings: [
        ...diskWarnings(disk),
        ...telemetry
          .damage()
          .map((one) => ({ code: 'records.damaged' as const, ...damagedTable(one) })),
        ...(proxy.seen() ? [{ code: 'proxy.untrusted' as const }] : []),
      ],
    }),
  })
}

function diskWarnings(disk: Deps['disk']): InstallationWarning[] {
  const state = disk.state()
  const space = disk.space()
  return state === 'ok' || !space ? [] : [{ code: `disk.${state}`, ...space }]
}
