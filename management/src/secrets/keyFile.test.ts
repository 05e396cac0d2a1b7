import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyFileUnusable, openKeyFile } from './keyFile.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-keys-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a key file is made for its owner alone, once, also by two processes at a time', async () => {
  const path = join(folder, 'secrets.key')
  const [one, other] = [await openKeyFile(path), await openKeyFile(path)]
  expect(one.keys()).toEqual([])
  await Promise.all([one.make(), other.make()])
  expect(one.keys()).toHaveLength(1)
  expect(other.keys()).toEqual(one.keys())
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['secrets.key'])
  expect((await openKeyFile(path)).keys()).toEqual(one.keys())
})

test('a further key comes into force and keeps those from before', async () => {
  const path = join(folder, 'further.key')
  const file = await openKeyFile(path)
  await file.make()
  const [first] = file.keys()
  const reader = await openKeyFile(path)
  await file.add()
  expect(file.keys()).toHaveLength(2)
  expect(file.keys()[1]).toEqual(first)
  await reader.read()
  expect(reader.keys()).toEqual(file.keys())
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('what is no key file is refused in one sentence, which repeats nothing of it', async () => {
  const path = join(folder, 'wrong.key')
  const file = await openKeyFile(join(folder, 'right.key'))
  await file.make()
  const right = await readFile(file.path, 'utf8')
  for (const text of ['', '# a comment\n', 'hunter2\n', `${right}hunter2\n`, right.slice(0, -9)]) {
    await writeFile(path, text)
    const refused = openKeyFile(path)
    await expect(refused).rejects.toThrow(KeyFileUnusable)
    await expect(refused).rejects.toThrow(/^The key file .+ cannot be used \(.+\); put .+\.$/)
    await expect(refused).rejects.not.toThrow(/hunter2/)
  }
  await expect(openKeyFile(folder)).rejects.toThrow(/EISDIR/)
})
