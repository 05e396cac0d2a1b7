import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/**
 * A disk whose power can be cut: an image file with an ext4 in it, mounted through a loop device. What its file holds is
 * what has reached the "disk"; what the system still has in memory is not in it. So a copy of the file, taken while the
 * writers stand still, is the disk as it would be found after the power came back.
 */
export type Disk = {
  readonly dir: string
  /** The disk as it is at this instant, mounted anew (which repairs the file system from its journal). */
  cutPower(): Promise<Disk>
  remove(): Promise<void>
}

const run = promisify(execFile)
const diskBytes = 1_000_000_000

/** Why this machine cannot cut the power of a disk; undefined where it can. */
export async function whyNoPowerLoss(): Promise<string | undefined> {
  if (process.platform !== 'linux') return 'needs Linux'
  if (process.getuid?.() !== 0) return 'needs root for mounting'
  try {
    await run('losetup', ['--find'])
    await run('mkfs.ext4', ['-V'])
    return undefined
  } catch {
    return 'needs a free loop device and mkfs.ext4'
  }
}

export async function newDisk(): Promise<Disk> {
  const home = await mkdtemp(join(tmpdir(), 'packboard-disk-'))
  const image = join(home, 'image')
  const file = await open(image, 'w')
  await file.truncate(diskBytes)
  await file.close()
  await run('mkfs.ext4', ['-q', '-F', image])
  return mounted(home, image)
}

async function mounted(home: string, image: string): Promise<Disk> {
  const dir = join(home, 'mounted')
  await mkdir(dir)
  await run('mount', ['-o', 'loop', image, dir])
  return {
    dir,
    async cutPower() {
      const copyHome = await mkdtemp(join(tmpdir(), 'packboard-disk-'))
      const copy = join(copyHome, 'image')
      // Leaves the holes of the file out: most of the disk was never written.
      await run('cp', ['--sparse=always', image, copy])
      return mounted(copyHome, copy)
    },
    async remove() {
      await run('umount', [dir])
      await rm(home, { recursive: true, force: true })
    },
  }
}
