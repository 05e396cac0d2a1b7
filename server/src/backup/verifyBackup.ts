import { join, resolve } from 'node:path'
import { checkBackupFile, FileDiffers } from './backupFile.ts'
import { backupIn } from './backupFolder.ts'
import { filesOf, type Manifest, readManifest } from './manifest.ts'

type VerifiedBackup = {
  readonly folder: string
  readonly manifest: Manifest
  readonly files: number
  /** A sentence for each file that is damaged or missing. */
  readonly faults: readonly string[]
}

/** Reads every file of a backup and compares it with the manifest; the manifest itself is checked with the key. */
export async function verifyBackup(
  from: string,
  key: string | undefined,
  onProgress: (done: number, of: number) => void = () => undefined,
): Promise<VerifiedBackup> {
  const folder = await backupIn(resolve(from))
  const { manifest } = await readManifest(folder, key)
  const files = filesOf(manifest)
  const faults: string[] = []
  for (const [index, { file, bytes, sha256 }] of files.entries()) {
    try {
      checkBackupFile(join(folder, file), file, { bytes, sha256 })
    } catch (error) {
      if (error instanceof FileDiffers) faults.push(error.message)
      else if (isMissing(error)) faults.push(`The file ${file} of the backup is missing.`)
      else throw error
    }
    onProgress(index + 1, files.length)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { folder, manifest, files: files.length, faults }
}

const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'
