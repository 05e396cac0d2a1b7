import { isDeepStrictEqual } from 'node:util'
import { type Management, machineDirectory, type SetLimits } from '@packboard/management'
import type { InstallationLimits } from '@packboard/model'

/** The limits of this installation (D84): those that an administrator has set, else those of the environment. */
export type LimitsInForce = {
  now(): InstallationLimits
  /** Takes over what is set, now and after every change; the returned function ends it. */
  follow(management: Management): Promise<() => void>
}

export type LimitDeps = { readonly limits: LimitsInForce }

export function limitsInForce(defaults: InstallationLimits): LimitsInForce {
  let inForce = defaults
  const apply = (set: SetLimits) => {
    const next = {
      deviceMegabytesPerDay: set.deviceMegabytesPerDay ?? defaults.deviceMegabytesPerDay,
      quarantineRecords: set.quarantineRecords ?? defaults.quarantineRecords,
      quarantineMegabytes: set.quarantineMegabytes ?? defaults.quarantineMegabytes,
    }
    // Most changes of the directory are others: what was counted by these limits stays valid.
    if (!isDeepStrictEqual(next, inForce)) inForce = next
  }
  return {
    now: () => inForce,
    async follow(management) {
      const directory = await machineDirectory(management)
      apply(directory.limits())
      return directory.onChange(() => apply(directory.limits()))
    },
  }
}

/** What is stored of the quarantined records of a machine. */
export const quarantineLimits = ({
  quarantineRecords,
  quarantineMegabytes,
}: InstallationLimits) => ({ records: quarantineRecords, bytes: quarantineMegabytes * 1e6 })
