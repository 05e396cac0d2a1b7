import { type InstallationWarning, warnings } from '@packboard/contract'
import { clientsInCells } from '@packboard/management'
import type { WholeInstallation } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { wholeInstallation } from '../access/panelScope.ts'
import type { BackupDeps } from '../backup/backupService.ts'
import type { ClusterDeps } from '../cluster/cluster.ts'
import type { Deps, Network } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { damagedTable } from '../monitoring/damagedTable.ts'
import { type DataLeft, dataLeft, isUpdating } from '../monitoring/dataLeft.ts'
import type { NearLimits } from '../monitoring/nearLimits.ts'
import type { UntrustedProxy } from '../monitoring/untrustedProxy.ts'

/** What is on the panel of admins until it is mended. */
export function warningRoutes(
  app: App,
  {
    backups,
    disk,
    telemetry,
    ingest,
    network,
    log,
    management,
    cluster,
  }: Deps & BackupDeps & ClusterDeps,
  access: Access,
  {
    proxy,
    near,
  }: {
    readonly proxy: UntrustedProxy
    readonly near: (scope: WholeInstallation) => Promise<NearLimits>
  },
) {
  /** An engine that is down must not hide the other warnings. */
  async function limitWarnings(scope: WholeInstallation): Promise<InstallationWarning[]> {
    try {
      const { devices, machines } = await near(scope)
      const full = machines ?? []
      if (devices.length + full.length === 0) return []
      return [{ code: 'limits.near', devices: devices.length, machines: full.length }]
    } catch (error) {
      log.warn({ err: error }, 'It is not known who is near a limit')
      return []
    }
  }

  async function cellWarnings(): Promise<InstallationWarning[]> {
    const ids = cluster?.book.notHeld().map(({ id }) => id) ?? []
    if (ids.length === 0) return []
    const clients = await clientsInCells(management, ids)
    return [{ code: 'cells.notHeld', cells: ids.length, clients }]
  }

  app.route({
    ...declare(warnings, 'Running it', 'manageInstallation'),
    async handler(request) {
      const scope = wholeInstallation(access.panel(access.actor(request)))
      return {
        warnings: [
          ...diskWarnings(disk),
          ...telemetry
            .damage()
            .map((one) => ({ code: 'records.damaged' as const, ...damagedTable(one) })),
          ...(proxy.seen() ? [{ code: 'proxy.untrusted' as const }] : []),
          ...networkWarnings(network),
          ...(await limitWarnings(scope)),
          ...slowedDevices(ingest?.quarantineRate.slowed().length ?? 0),
          ...(await cellWarnings()),
          ...backupWarnings(backups),
          ...updatingWarnings(dataLeft(telemetry)),
          ...notJoinedWarnings(telemetry.metrics().pastMonthsNotJoined),
        ],
      }
    },
  })
}

/** What is open to readers on the network, and a renewal of a certificate that failed. */
export const networkWarnings = (
  network: Pick<Network, 'isPlain' | 'isCertificateStale'>,
): InstallationWarning[] => [
  ...(network.isPlain ? [{ code: 'plain.onNetwork' as const }] : []),
  ...(network.isCertificateStale() ? [{ code: 'certificate.unusable' as const }] : []),
]

const backupWarnings = (backups: BackupDeps['backups']): InstallationWarning[] =>
  backups.isOverdue() ? [{ code: 'backup.overdue', last: backups.last()?.startedAt ?? null }] : []

const updatingWarnings = (left: DataLeft): InstallationWarning[] =>
  isUpdating(left) ? [{ code: 'data.updating', ...left }] : []

const notJoinedWarnings = (months: number): InstallationWarning[] =>
  months === 0 ? [] : [{ code: 'months.notJoined', months }]

const slowedDevices = (devices: number): InstallationWarning[] =>
  devices === 0 ? [] : [{ code: 'devices.slowed', devices }]

function diskWarnings(disk: Deps['disk']): InstallationWarning[] {
  const state = disk.state()
  const space = disk.space()
  return state === 'ok' || !space ? [] : [{ code: `disk.${state}`, ...space }]
}
