import { type TakenStep, upgrades } from '@packboard/contract'
import { managementSteps, managementStepTimes } from '@packboard/management'
import { telemetrySteps, telemetryStepTimes } from '@packboard/telemetry/backup'
import type { Access } from '../access/access.ts'
import { declare } from '../access/declare.ts'
import { wholeInstallation } from '../access/panelScope.ts'
import { storesElsewhere } from '../backup/backupFault.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { thisVersion } from '../program/version.ts'
import { copyDays, keptUntil, upgradeCopy } from '../upgrade/copyBeforeUpgrade.ts'
import { isTight, roomForCopy } from '../upgrade/roomForCopy.ts'
import type { SchemaStep } from '../upgrade/schemas.ts'

/** Versions of program and stores, and the way back (D86): for the administrators of the installation. */
export function upgradeRoutes(
  app: App,
  { management, telemetry, config }: Pick<Deps, 'management' | 'telemetry' | 'config'>,
  access: Access,
) {
  app.route({
    ...declare(upgrades, 'Running it', 'manageInstallation'),
    async handler(request) {
      wholeInstallation(access.panel(access.actor(request)))
      const isOwn = storesElsewhere(config) === undefined
      const [records, people, copy, room] = await Promise.all([
        telemetryStepTimes(telemetry),
        managementStepTimes(management),
        shownCopy(config.dataDir),
        isOwn ? roomForCopy(config.dataDir) : null,
      ])
      return {
        version: thisVersion.version,
        commit: thisVersion.commit,
        steps: {
          records: taken(telemetrySteps, records),
          management: taken(managementSteps, people),
        },
        copy,
        copyDays,
        room: room && {
          bytes: room.copy.bytes,
          freeBytes: room.freeBytes,
          isEnough: !isTight(room),
        },
      }
    },
  })
}

const taken = (steps: readonly SchemaStep[], times: ReadonlyMap<number, Date>): TakenStep[] =>
  steps
    .map(({ version, name }) => ({ version, name, takenAt: times.get(version) ?? null }))
    .reverse()

async function shownCopy(dataDir: string) {
  const copy = await upgradeCopy(dataDir)
  if (!copy) return null
  const { folder, by, madeAt, found, bytes } = copy
  return {
    ...{ folder, by, bytes, madeAt: new Date(madeAt), keptUntil: keptUntil(copy) },
    schemas: found && { records: found.telemetry, management: found.management },
  }
}
