// @slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes } from '@packboard/server/shared'
import { childEnvironment } from '@packboard/server/testing/processes'
import { afterEach, expect, test } from 'vitest'

const script = join(import.meta.dirname, '../../scripts/packboard.mjs')
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The command as a person or a unit starts it. */
function run(words: readonly string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [script, ...words], {
    env: {
      ...{ ...childEnvironment(), EDGE_HTTP_PORT: '0', EDGE_MQTT_PORT: '0' },
      ...{ EDGE_SERVER_URL: 'http://127.0.0.1:9', EDGE_TOKEN: 'gateway:secret', ...env },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }
  const exited = once(child, 'exit').then(([code]) => code)
  closers.push(() => {
    child.kill('SIGKILL')
    return exited
  })
  return { child, exited, text: () => text }
}

test.each([
  ['packboard edge', ['edge'], {}],
  ['ROLE=edge packboard serve', ['serve'], { ROLE: 'edge' }],
])(
  '%s records until a signal ends it, and is alone in its folder',
  async (_, words, role) => {
    const folder = newFolder()
    const edge = run(words, { EDGE_DIR: folder, ...role })
    await expect.poll(edge.text, { timeout: 60_000 }).toContain('"msg":"ready"')
    expect(edge.text()).not.toMatch(/Warning|Deprecat/)

    const second = run(words, { EDGE_DIR: folder, ...role })
    expect(await second.exited).toBe(exitCodes.dataInUse)
    expect(second.text()).toContain('Another edge recorder runs in this folder')

    edge.child.kill('SIGTERM')
    expect(await edge.exited).toBe(0)
  },
  120_000,
)

test('a setting that cannot be used is one sentence and the exit code of settings', async () => {
  const edge = run(['edge'], { EDGE_DIR: newFolder(), EDGE_SERVER_URL: 'packboard' })
  expect(await edge.exited).toBe(exitCodes.config)
  expect(edge.text().trim().split('\n')).toEqual([
    'packboard edge: EDGE_SERVER_URL must be the address of the central server, such as https://packboard.example.com.',
  ])
}, 60_000)
