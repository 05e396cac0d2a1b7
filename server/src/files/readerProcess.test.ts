import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openFileReader } from './fileReader.ts'
import { networkPrefix, readerFlags, startReaderProcess } from './readerProcess.ts'

let base: string
let prefix: readonly string[]
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'packboard-reader-'))
  prefix = await networkPrefix()
})
afterAll(() => rm(base, { recursive: true, force: true }))

const { signal } = new AbortController()

async function folderOf(name: string, content: string): Promise<string> {
  const folder = join(base, name)
  await mkdir(folder)
  await writeFile(join(folder, 'file'), content)
  return folder
}
const opened = (folder: string, until = signal) =>
  openFileReader({ folder, prefix, signal: until, log: pino({ level: 'silent' }) })

test('the process has a heap, a processor time, no secret and no network of ours', async () => {
  process.env.SECRET_OF_OURS = 'postgres://packboard:secret@db'
  const folder = await folderOf('limits', 'time,state\n')
  const child = startReaderProcess(folder, prefix)
  try {
    await once(child, 'spawn')
    child.stdin?.write(`${JSON.stringify({ command: 'open' })}\n`)
    const [answer] = await once(child.stdout ?? child, 'data')
    expect(String(answer)).toContain('csv')
    const proc = `/proc/${child.pid}`
    const environment = (await readFile(`${proc}/environ`, 'utf8')).split('\0')
    const names = environment.map((line) => line.split('=')[0])
    // The shell adds where it stands.
    expect(
      names.filter((name) => !['PATH', 'TZ', 'PWD', 'OLDPWD', '_', ''].includes(name ?? '')),
    ).toEqual([])
    expect(environment.join(' ')).not.toContain('secret')
    const limits = await readFile(`${proc}/limits`, 'utf8')
    expect(limits).toMatch(/^Max cpu time +60 +62 /m)
    expect(limits).toMatch(/^Max core file size +0 +0 /m)
    const flags = (await readFile(`${proc}/cmdline`, 'utf8')).split('\0')
    expect(flags).toContain('--permission')
    expect(flags).toContain('--max-old-space-size=256')
    expect(flags.filter((flag) => flag.startsWith('--allow-fs-write'))).toEqual([
      `--allow-fs-write=${folder}`,
    ])
    const [ours, theirs] = [await readlink('/proc/self/ns/net'), await readlink(`${proc}/ns/net`)]
    expect(theirs === ours).toBe(prefix.length === 0)
  } finally {
    delete process.env.SECRET_OF_OURS
    child.kill('SIGKILL')
  }
})

test('it may read its code and one folder, write that folder, and start nothing', async () => {
  const folder = await folderOf('rights', '')
  const other = await folderOf('neighbour', 'of another client')
  const script = `const has = (right, path) => process.permission.has(right, path)
    console.log(JSON.stringify([
      has('fs.read', '${folder}/file'), has('fs.write', '${folder}/rows'),
      has('fs.read', '${other}/file'), has('fs.write', '${other}/file'), has('fs.read', '/etc/passwd'),
      has('fs.read', '${join(import.meta.dirname, '../../../data')}'), has('fs.write', '${import.meta.dirname}/a.ts'),
      has('child'), has('worker'), has('addon'), has('wasi'), has('inspector'),
    ]))`
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...readerFlags(folder),
    '-e',
    script,
  ])
  expect(JSON.parse(stdout)).toEqual([true, true, ...Array(10).fill(false)])
})

test.each([
  ['SIGXCPU', 'time'],
  ['SIGABRT', 'memory'],
  ['SIGKILL', 'memory'],
  ['SIGTERM', 'ended'],
] as const)('an end by %s is the fault %s of the file', async (by, fault) => {
  const folder = await folderOf(by, 'time,state\n2026-01-01 10:00,execute\n')
  const reader = opened(folder)
  const found = await reader.ask({ command: 'open' }, z.unknown())
  expect(found).toMatchObject({ format: 'csv' })
  const ended = reader.ask(
    {
      command: 'columns',
      found: { format: 'csv', encoding: 'utf-8', separator: ',' },
      form: { encoding: 'utf-8', separator: ',', hasHead: true, firstLine: 1 },
    },
    z.array(z.string()),
  )
  await ended
  process.kill(await pidIn(folder), by)
  await expect(reader.ask({ command: 'open' }, z.unknown())).rejects.toMatchObject({ fault })
  await reader.close()
})

/** The process that works in a folder. */
async function pidIn(folder: string): Promise<number> {
  const { stdout } = await promisify(execFile)('pgrep', ['-f', `readerMain.ts ${folder}`])
  return Number(stdout.trim().split('\n')[0])
}

test('a heap that is full ends the process and not this one', async () => {
  const folder = await folderOf('heap', '')
  const grow = `const all = []; for (;;) all.push(new Array(10_000).fill(Math.random()))`
  const ended = promisify(execFile)(process.execPath, [...readerFlags(folder), '-e', grow])
  await expect(ended).rejects.toMatchObject({
    signal: 'SIGABRT',
    stderr: expect.stringContaining('heap out of memory'),
  })
})

test('rows come in bounded messages, no more than are read, and a file goes on behind the rows that were read', async () => {
  const lines = Array.from(
    { length: 60_000 },
    (_, index) => `2026-01-01 10:00,${index},${'x'.repeat(100)}`,
  )
  const folder = await folderOf('rows', `time,packs,note\n${lines.join('\n')}\n`)
  const form = { encoding: 'utf-8', separator: ',', hasHead: true, firstLine: 1 } as const
  const found = { format: 'csv', encoding: 'utf-8', separator: ',' } as const
  const read = async (after: number, most: number) => {
    const reader = opened(folder)
    await reader.ask({ command: 'columns', found, form }, z.array(z.string()))
    const packs: number[] = []
    const largest = { rows: 0, characters: 0 }
    for await (const { rows } of reader.rows({ command: 'read', after })) {
      largest.rows = Math.max(largest.rows, rows.length)
      largest.characters = Math.max(largest.characters, JSON.stringify(rows).length)
      for (const row of rows) if ('cells' in row) packs.push(Number(row.cells[1]))
      if (packs.length >= most) break
    }
    await reader.close()
    return { packs, largest }
  }
  const first = await read(0, 10_000)
  const rest = await read(first.packs.length, Number.POSITIVE_INFINITY)
  expect([...first.packs, ...rest.packs]).toEqual(lines.map((_, index) => index))
  expect(rest.largest.rows).toBeLessThanOrEqual(50)
  expect(rest.largest.characters).toBeLessThan(131_072)
})
