// @slow

import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atDepth, partOf } from '@packboard/model/testing'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { descendants, holders, signalTo } from '../../testing/processes.ts'
import { isRunning, processOn } from '../program/processFile.ts'

/** `npm start -- serve`, as an operator or a supervisor starts it (D88): npm, its shell, and the server with its engines. */

const repository = fileURLToPath(new URL('../../..', import.meta.url))
let installed: string
let dataDir: string
let npm: ChildProcess | undefined

beforeAll(async () => {
  installed = await installedClone()
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-npm-data-'))
})

afterEach(async () => {
  if (npm?.pid === undefined) return
  for (const pid of [...(await descendants(npm.pid)), ...(await holders(dataDir))]) {
    signalTo(pid, 'SIGKILL')
  }
  npm = undefined
})

afterAll(async () => {
  await rm(installed, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const cases = [
  ...(['SIGTERM', 'SIGINT', 'SIGKILL'] as const).map((signal) => [signal, 'npm'] as const),
  ...(['SIGTERM', 'SIGKILL'] as const).map((signal) => [signal, 'the server'] as const),
  // As Ctrl-C in a terminal; npm then sends it to the server once more.
  ['SIGINT', 'the group'] as const,
]

describe.runIf(process.platform === 'linux')('npm start -- serve', () => {
  test.each(partOf(cases, atDepth({ deep: cases.length, daily: 1 })))(
    '%s to %s ends the server and both engines, and frees the data directory',
    async (signal, who) => {
      npm = start()
      const said = await ready(npm)
      const server = processOn(dataDir) ?? 0
      const below = await descendants(npm.pid ?? 0)
      expect(below).toContain(server)
      const engines = await holders(dataDir)
      // The files of PostgreSQL and of ClickHouse are open in processes of their own.
      expect(engines.length).toBeGreaterThan(1)
      if (who === 'the group') process.kill(-(npm.pid ?? 0), signal)
      else signalTo(who === 'npm' ? (npm.pid ?? 0) : server, signal)
      const left = async () => [
        ...[...below, ...engines].filter(isRunning),
        ...(await holders(dataDir)),
      ]
      await expect.poll(left, { timeout: 60_000 }).toEqual([])
      if (signal === 'SIGKILL') return
      expect(said()).toContain('"msg":"stopped"')
      expect(said()).not.toMatch(/"level":"(error|fatal)"/)
    },
    180_000,
  )
})

/** The start script as on a machine with another processor. */
async function startOnArm64(command: string, env: Record<string, string> = {}) {
  const arm64 = 'data:text/javascript,Object.defineProperty(process,"arch",{value:"arm64"})'
  const child = spawn(process.execPath, ['--import', arm64, 'scripts/start.mjs', command], {
    cwd: installed,
    env: { HOME: installed, PATH: process.env.PATH ?? '', PACKBOARD_DATA: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const [code] = await once(child, 'close')
  return { code, said }
}

describe.runIf(process.platform === 'linux')('npm start on arm64', () => {
  test('the server needs stores on other servers, and then starts', async () => {
    expect(await startOnArm64('serve')).toEqual({
      code: 1,
      said: expect.stringContaining('the engines of Packboard are built for Linux on x64'),
    })
    const stores = {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/packboard',
      CLICKHOUSE_URL: 'http://127.0.0.1:1',
    }
    // It looks for them, and has a sentence of its own for what it does not find.
    expect(await startOnArm64('serve', { ...stores, PORT: '0', MQTT_PORT: '0' })).toEqual({
      code: 15,
      said: expect.stringContaining('PostgreSQL of DATABASE_URL cannot be used'),
    })
  }, 120_000)

  test('the edge recorder starts no store, so it starts', async () => {
    // Its own check of the settings is the first thing that it does.
    const { code, said } = await startOnArm64('edge', { EDGE_DIR: dataDir })
    expect([code, said]).toEqual([2, expect.stringContaining('packboard edge: EDGE_SERVER_URL')])
  }, 60_000)
})

/**
 * A clone in which the packages are installed and the screens are built, as far as the start script looks: the rooms are
 * those of this repository.
 */
async function installedClone(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), 'packboard-clone-'))
  await cp(join(repository, 'scripts'), join(clone, 'scripts'), { recursive: true })
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    await cp(join(repository, file), join(clone, file))
  }
  for (const folder of ['server', 'edge', 'docs'])
    await symlink(join(repository, folder), join(clone, folder))
  const lock = await readFile(join(repository, 'package-lock.json'))
  const mark = createHash('sha256').update('package-lock.json').update(lock).digest('hex')
  for (const folder of ['node_modules', 'web/dist', 'model', 'contract']) {
    await mkdir(join(clone, folder), { recursive: true })
  }
  await writeFile(join(clone, 'node_modules/.packboard-lock'), mark)
  await writeFile(join(clone, 'web/dist/.packboard-build'), mark)
  return clone
}

function start(): ChildProcess {
  return spawn('npm', ['start', '--', 'serve'], {
    cwd: installed,
    env: {
      HOME: installed,
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
      PACKBOARD_DATA: dataDir,
      PORT: '0',
      MQTT_PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, as a terminal has one for what it runs.
    detached: true,
  })
}

/** Resolves when its log says that it is ready, with what it says from then on, too. */
async function ready(child: ChildProcess): Promise<() => string> {
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text
    })
  }
  const ended = once(child, 'exit').then(() => {
    throw new Error(`It ended before it was ready: ${said}`)
  })
  ended.catch(() => undefined)
  const readyLine = expect.poll(() => said, { timeout: 60_000 }).toContain('"msg":"ready"')
  await Promise.race([readyLine, ended])
  return () => said
}
