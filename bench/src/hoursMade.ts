import { setTimeout as sleep } from 'node:timers/promises'
import type { Telemetry } from '@packboard/telemetry/store'

/** Resolves when every hour that is over is written from its minutes. */
export async function hoursMade(telemetry: Telemetry) {
  for (;;) {
    const { hourMonthsToCheck, hoursToWrite } = telemetry.metrics()
    if (hourMonthsToCheck === 0 && hoursToWrite === 0) return
    await sleep(20)
  }
}
