import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { securityHeaders } from '../http/headers.ts'

let docsDir: string
let server: TestServer
beforeAll(async () => {
  docsDir = await mkdtemp(join(tmpdir(), 'packboard-docs-'))
  await mkdir(join(docsDir, 'assets'))
  await mkdir(join(docsDir, 'manual'))
  await writeFile(join(docsDir, 'index.html'), '<!doctype html><title>Documentation</title>')
  await writeFile(join(docsDir, 'manual', 'index.html'), '<!doctype html><title>Manual</title>')
  await writeFile(join(docsDir, 'assets', 'site.js'), 'export {}')
  await writeFile(join(docsDir, '.hidden'), 'secret')
  server = await openTestServer({ docsDir })
})
afterAll(async () => {
  await server?.close()
  await rm(docsDir, { recursive: true, force: true })
})

const browser = { accept: 'text/html,application/xhtml+xml' }

test('the documentation is at /docs, without a sign-in, under the headers of every page', async () => {
  for (const [path, title] of [
    ['/docs', 'Documentation'],
    ['/docs/', 'Documentation'],
    ['/docs/manual/', 'Manual'],
  ]) {
    const answer = await server.ask(path ?? '', { headers: browser })
    expect([path, answer.status]).toEqual([path, 200])
    expect(await answer.text()).toContain(`<title>${title}</title>`)
    expect(answer.headers.get('cache-control')).toBe('no-cache')
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect([path, name, answer.headers.get(name)]).toEqual([path, name, value])
    }
  }
  const asset = await server.ask('/docs/assets/site.js')
  expect([asset.status, asset.headers.get('content-type')]).toEqual([
    200,
    'application/javascript; charset=utf-8',
  ])
})

test('a page that it does not have is not found, and no screen stands in its place', async () => {
  for (const path of [
    '/docs/gone.html',
    '/docs/.hidden',
    '/docs/../package.json',
    '/docs/..%2f..%2fpackage.json',
  ]) {
    const answer = await server.ask(path, { headers: browser })
    expect([path, answer.status]).toEqual([path, 404])
    expect(await answer.text()).not.toContain('secret')
  }
  const gone = await server.ask('/docs/gone.html', { headers: browser })
  expect(await gone.text()).toContain('<a href="/docs/">')
})

test('a server whose documentation is not built says how it is', async () => {
  const bare = await openTestServer()
  try {
    const answer = await bare.ask('/docs/', { headers: browser })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain('npm run docs')
  } finally {
    await bare.close()
  }
})

test('the lines of the page for programmers work as they stand there', async () => {
  const file = new URL('../../../docs/programmers.md', import.meta.url)
  const blocks = [...(await readFile(file, 'utf8')).matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  expect(blocks.length).toBeGreaterThan(5)
  // Between two blocks a line of their own, so that each answer is found.
  const script = blocks.map(([, lines = '']) => lines).join('echo; echo "====="\n')
  const { host } = new URL(server.url)
  const { stdout } = await promisify(execFile)(
    'bash',
    ['-euc', script.replaceAll('localhost:8080', host)],
    { cwd: docsDir },
  )
  const [names, signedIn, keyed, figures, exported, live, records, failure] =
    stdout.split('\n=====\n')
  expect(names?.trim().split('\n')).toHaveLength(5)
  expect(signedIn).toContain('"version":')
  expect(keyed).toContain('"FW-101"')
  for (const field of ['"machines":', '"metrics":', '"rows":', '"stops":']) {
    expect(figures).toContain(field)
  }
  expect(exported).toBe('')
  expect(await readFile(join(docsDir, 'stops.csv'), 'utf8')).toContain('Start')
  expect(live).toContain('event: machine')
  expect(JSON.parse(records ?? '')).toMatchObject({ accepted: 1, quarantined: 0 })
  expect(failure).toMatch(/"code":"client.notFound".* 404\n$/)
})
