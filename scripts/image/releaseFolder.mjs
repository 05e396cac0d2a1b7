// The unpacked release of what is committed now: made, unless the one in dist is exactly that.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveUp, root, run, say } from '../steps.mjs'

/** As the caller wants it; without a key tests make theirs unsigned. */
const signing = process.env.PACKBOARD_RELEASE_KEY ? [] : ['--unsigned']

/** `folder`, and what its release.json says: `version`, `commit`, `committedAt`. */
export async function releaseFolder() {
  const { version } = read(join(root, 'package.json'))
  const folder = join(root, 'dist', `packboard-${version}-linux-x64`)
  if (isCurrent(folder)) say('the release of this commit is there already')
  else if ((await run(process.execPath, [join(root, 'scripts/release.mjs'), ...signing])) !== 0) {
    giveUp('no image without a release.')
  }
  return { folder, ...read(join(folder, 'release.json')) }
}

function isCurrent(folder) {
  if (!existsSync(join(folder, 'SHA256SUMS'))) return false
  const { commit } = read(join(folder, 'release.json'))
  const isClean = git('status', '--porcelain') === ''
  if (!isClean || commit !== git('rev-parse', 'HEAD')) return false
  const words = ['--check', '--quiet', 'SHA256SUMS']
  return spawnSync('sha256sum', words, { cwd: folder }).status === 0
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim()
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
