import { execFileSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Importer, Installation, Sessions } from './installation.ts'
import { descendants } from './processes.ts'
import { verifyStore } from './verifyStore.ts'

/**
 * Power losses: the data directory lies on a loop-mounted file system; in a running import all processes are frozen
 * and the image behind the mount is copied, so the copy holds only what was flushed to the "disk". The copy is
 * mounted and opened: nothing that was acknowledged before the freeze may be missing. Needs root.
 */
export async function main([rounds = '10']: string[]) {
  const bench = await mkdtemp(join(tmpdir(), 'packboard-power-'))
  let broken = 0
  for (let round = 1; round <= Number(rounds); round++) {
    const held = await powerLoss(join(bench, String(round)))
    if (!held) broken += 1
  }
  await rm(bench, { recursive: true, force: true })
  console.log(broken === 0 ? `held: ${rounds} of ${rounds}` : `BROKEN: ${broken} of ${rounds}`)
  process.exitCode = broken === 0 ? 0 : 1
}

async function powerLoss(folder: string): Promise<boolean> {
  const image = join(folder, 'disk.img')
  const copy = join(folder, 'copy.img')
  const disk = join(folder, 'disk')
  const after = join(folder, 'after')
  await mkdir(disk, { recursive: true })
  await mkdir(after, { recursive: true })
  execFileSync('truncate', ['-s', '2G', image])
  execFileSync('mkfs.ext4', ['-q', '-F', image])
  execFileSync('mount', ['-o', 'loop', image, disk])

  const installation = new Installation(join(disk, 'data'))
  await installation.start()
  const importer = new Importer(() => installation.url)
  const sessions = new Sessions(() => installation.url)
  importer.start()
  for (let change = 0; change < 6; change++) {
    await sessions.change()
    await pause(500 + Math.random() * 500)
  }
  const frozen = [installation.pid, ...descendants(installation.pid).map(({ pid }) => pid)]
  for (const pid of frozen) process.kill(pid, 'SIGSTOP')
  const acknowledged = importer.acknowledgedRecords
  importer.abandon()
  await copyFile(image, copy)
  for (const pid of [...frozen].reverse()) process.kill(pid, 'SIGKILL')
  await installation.ended()
  await unmount(disk)
  await rm(image)

  execFileSync('mount', ['-o', 'loop', copy, after])
  const restored = new Installation(join(after, 'data'))
  const openedAt = Date.now()
  await restored.start()
  await restored.ready()
  const opened = Date.now() - openedAt
  const check = new Sessions(() => restored.url)
  for (const token of sessions.open) check.open.add(token)
  for (const token of sessions.ended) check.ended.add(token)
  const missingChanges = await check.missing()
  await restored.stop()
  const store = await verifyStore(join(after, 'data'))
  await unmount(after)
  await rm(folder, { recursive: true })

  console.log(
    `acknowledged ${acknowledged}, stored ${store.stored}, missing ${Math.max(0, acknowledged - store.identities)}, ` +
      `twice ${store.stored - store.identities}, management changes ${check.open.size + check.ended.size}, ` +
      `missing ${missingChanges}, ledger differences ${store.ledgerDifferences}, opened in ${opened} ms`,
  )
  return (
    store.identities >= acknowledged &&
    store.stored === store.identities &&
    missingChanges === 0 &&
    store.ledgerDifferences === 0
  )
}

/** The last process of an installation may hold the mount a moment longer than its parent lives. */
async function unmount(folder: string) {
  for (let attempt = 1; ; attempt++) {
    await pause(500)
    try {
      execFileSync('umount', [folder], { stdio: 'pipe' })
      return
    } catch (error) {
      if (attempt === 40) throw error
    }
  }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
