// @slow

import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { BackupWriter, FileDiffers, readBackupFile, type Stored } from './backupFile.ts'
import { backupKey, frameBytes, sealedFrameBytes } from './sealing.ts'
import { packFolder, TarBroken, unpackFolder } from './tar.ts'

const folder = mkdtempSync(join(tmpdir(), 'packboard-backup-file-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let count = 0
const fresh = () => join(folder, `file-${++count}`)
const key = backupKey('a long enough sentence', Buffer.alloc(16, 7))

function written(
  content: Buffer,
  sealedWith: Buffer | undefined,
): { path: string; stored: Stored } {
  const path = fresh()
  const file = new BackupWriter(path, sealedWith)
  for (let at = 0; at < content.length; at += 300_001)
    file.write(content.subarray(at, at + 300_001))
  return { path, stored: file.end() }
}
const read = ({ path, stored }: { path: string; stored: Stored }, openedWith: Buffer | undefined) =>
  Buffer.concat([...readBackupFile(path, 'some/file', stored, openedWith)])

test('what was sealed opens with its key and is nowhere to be read without it', () => {
  for (const size of [0, 1, frameBytes - 1, frameBytes, frameBytes + 1, 3 * frameBytes]) {
    const content = randomBytes(size)
    for (const used of [undefined, key]) expect(read(written(content, used), used)).toEqual(content)
  }
  const secret = Buffer.from('the name of an operator'.repeat(100))
  expect(readFileSync(written(secret, key).path).includes('operator')).toBe(false)
  expect(readFileSync(written(secret, undefined).path).includes('operator')).toBe(true)
})

test('another key, another content and a cut file do not open', () => {
  const content = randomBytes(2 * frameBytes)
  const sealed = written(content, key)
  expect(() => read(sealed, backupKey('another sentence', Buffer.alloc(16, 7)))).toThrow(
    FileDiffers,
  )
  // Cut between two frames, and the manifest changed with it: only the mark of the last frame shows it.
  const cut = sealed.stored.bytes - sealedFrameBytes
  truncateSync(sealed.path, cut)
  expect(() => read({ ...sealed, stored: { ...sealed.stored, bytes: cut } }, key)).toThrow(
    FileDiffers,
  )
  for (const used of [undefined, key]) {
    const one = written(content, used)
    const bytes = readFileSync(one.path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(one.path, bytes)
    expect(() => read(one, used)).toThrow(FileDiffers)
  }
})

test('an archive unpacks to the same files, here and with the tar of the system, and a bad one does not', () => {
  const from = fresh()
  const to = fresh()
  const other = fresh()
  for (const each of [from, to, other]) mkdirSync(each)
  const files = {
    'data.bin': randomBytes(1_500_000),
    'count.txt': Buffer.from('3'),
    'empty.mrk': Buffer.alloc(0),
  }
  for (const [name, content] of Object.entries(files)) writeFileSync(join(from, name), content)
  const archive = Buffer.concat([...packFolder(from)])
  const path = fresh()
  writeFileSync(path, archive)
  unpackFolder([archive.subarray(0, 700), archive.subarray(700)], to)
  const tar = spawnSync('tar', ['-xf', path, '-C', other])
  expect(tar.stderr.toString()).toBe('')
  for (const [name, content] of Object.entries(files)) {
    for (const place of [to, other])
      expect(readFileSync(join(place, name)).equals(content)).toBe(true)
  }
  const escaping = Buffer.from(archive)
  escaping.write('../escaped.txt', 0)
  const target = () => {
    const made = fresh()
    mkdirSync(made)
    return made
  }
  expect(() => unpackFolder([escaping], target())).toThrow(TarBroken)
  expect(() => unpackFolder([archive.subarray(0, 2_000)], target())).toThrow(TarBroken)
})
