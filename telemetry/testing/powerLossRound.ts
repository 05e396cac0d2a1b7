import { setTimeout as sleep } from 'node:timers/promises'
import { openTelemetry } from '../src/store.ts'
import { damage } from './numberedSamples.ts'
import { newDisk } from './powerLoss.ts'
import { runOpenProcess } from './runOpenProcess.ts'

export type Outcome = {
  readonly acknowledged: number
  readonly opened: boolean
  readonly missing: number
  readonly twice: number
}

/**
 * One loss of power under running commits: how many batches were acknowledged before it, and what a Packboard that opens
 * the disk afterwards finds of them. `fsync: 'off'` shows what the table settings are for.
 */
export async function powerLossRound(options: {
  writeForMs: number
  fsync: 'on' | 'off'
}): Promise<Outcome> {
  const disk = await newDisk()
  try {
    const writer = runOpenProcess(disk.dir, 'write', options.fsync)
    try {
      await writer.says('acknowledged 0')
      await sleep(options.writeForMs)
      process.kill(writer.enginePid(), 'SIGSTOP')
      writer.child.kill('SIGSTOP')
      const acknowledged = writer.acknowledged()
      const after = await disk.cutPower()
      try {
        return { acknowledged: acknowledged.length, ...(await found(after.dir, acknowledged)) }
      } finally {
        await after.remove()
      }
    } finally {
      process.kill(writer.enginePid(), 'SIGKILL')
      await writer.kill()
    }
  } finally {
    await removeWhenFree(disk)
  }
}

async function found(dataDir: string, acknowledged: readonly number[]) {
  try {
    const telemetry = await openTelemetry({ dataDir, memoryBytes: 1_500_000_000 })
    try {
      const { missing, twice } = await damage(telemetry, acknowledged)
      return { opened: true, missing: missing.length, twice: twice.length }
    } finally {
      await telemetry.close()
    }
  } catch {
    return { opened: false, missing: acknowledged.length, twice: 0 }
  }
}

/** The killed engine may hold its files for a moment longer. */
async function removeWhenFree(disk: { remove(): Promise<void> }): Promise<void> {
  const attempts = 50
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await disk.remove()
    } catch (error) {
      if (attempt === attempts) throw error
      await sleep(100)
    }
  }
}
