// @slow

import { once } from 'node:events'
import { createServer } from 'node:http'
import { addKioskLink, daySummary, kioskWall, session } from '@packboard/contract'
import { openTestDatabase } from '@packboard/management/testing'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type ClusterProcesses,
  type ClusterRole,
  startCluster,
} from '../../testing/clusterProcesses.ts'
import { rawRequest } from '../../testing/rawRequest.ts'

/** A process of each role, and a server that is none of them: what sends it a call shows it the secret of the installation. */
const roles = ['api', 'ingest', 'ledger'] as const
const closers: (() => Promise<unknown>)[] = []
let cluster: ClusterProcesses
let user: string
let wall: string

/** Connections that came to the stranger's server, and what it got of each call. */
let strangerPort: number
let connections = 0
const received: string[] = []

beforeAll(async () => {
  const stranger = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`)
    response.setHeader('content-type', 'application/json').end('{"stranger":true}')
  })
  stranger.on('connection', () => {
    connections += 1
  })
  await once(stranger.listen(0, '127.0.0.1'), 'listening')
  closers.push(async () => {
    stranger.closeAllConnections()
    stranger.close()
  })
  const bound = stranger.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  strangerPort = bound.port

  const database = await openTestDatabase('demo')
  const clickHouse = openTestClickHouse()
  if (!database || !clickHouse) throw new Error('A cluster needs the shared engines.')
  closers.push(() => Promise.all([database.drop(), clickHouse.drop()]))
  cluster = await startCluster(
    {
      CELLS: '1',
      DATABASE_URL: database.url,
      CLICKHOUSE_URL: clickHouse.url,
      CLICKHOUSE_DATABASE: clickHouse.database,
    },
    { api: 1, ingest: 1, ledger: 1 },
  )
  closers.push(() => cluster.close())
  user = await signIn('user')
  const made = await post(addKioskLink.path, await signIn('admin'), {
    ...{ clientId: 1, label: 'Hall 1', machines: ['FW-101'] },
  })
  const { address } = addKioskLink.answer.parse(await made.json())
  wall = `wall.${address.replace('/wall#', '')}`
}, 120_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

const urlOf = (role: ClusterRole) => cluster.urlsOf(role)[0] ?? ''

function post(path: string, token: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  return fetch(urlOf('api') + path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signIn(username: string): Promise<string> {
  const answer = await post('/api/auth/packboard-signin', '', { username, password: 'packboard' })
  return session.parse(await answer.json()).accessToken
}

/** A call with this request target, as no HTTP library would send it. */
function call(role: ClusterRole, target: string, more: { token?: string; method?: string } = {}) {
  const { token = '', method = 'GET' } = more
  const head = [
    `${method} ${target} HTTP/1.1`,
    'host: packboard',
    `x-access-token: ${token}`,
    'connection: close',
  ]
  return rawRequest(Number(new URL(urlOf(role)).port), `${head.join('\r\n')}\r\n\r\n`, {
    silenceMs: 20_000,
  })
}

const today = new Date().toISOString().slice(0, 10)
const callsElsewhere = () =>
  [
    [
      'a person of role user',
      user,
      `${daySummary.path}?clientId=1&start_date=${today}&end_date=${today}`,
    ],
    ['a television with a wall link', wall, kioskWall.path],
  ] as const

test('the calls of a person and of a television reach the process that holds the records', async () => {
  for (const [who, token, path] of callsElsewhere()) {
    const answer = await fetch(urlOf('api') + path, { headers: { 'x-access-token': token } })
    expect(`${who}: ${answer.status}`).toBe(`${who}: 200`)
  }
})

/** Each leads a URL parser to the stranger, or a router past it. */
const targets = (path: string) => {
  const host = `127.0.0.1:${strangerPort}`
  return [
    `http://${host}${path}`,
    `HTTP://${host}${path}`,
    `http://user:secret@${host}${path}`,
    `//${host}${path}`,
    `/\\${host}${path}`,
    `/api\\..\\..\\\\${host}${path}`,
    `http:/${host}${path}`,
    `http:${path}`,
  ]
}

test('no request target of a person or a television leads the api process to a stranger', async () => {
  const answers: string[] = []
  for (const [who, token, path] of callsElsewhere()) {
    for (const target of targets(path)) {
      const answer = await call('api', target, { token })
      answers.push(`${who} ${target}: ${answer.split('\r\n', 1)[0]}`)
    }
  }
  expect([connections, received]).toEqual([0, []])
  expect(answers.filter((answer) => !answer.endsWith(': HTTP/1.1 400 Bad Request'))).toEqual([])
})

describe.each(roles)('a process of role %s', (role) => {
  test('refuses each target that does not begin with one slash, before anything else', async () => {
    const others = ['*', 'packboard:443', '//health/live', '/\\health/live', 'http://x/health/live']
    for (const target of others) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await call(role, target, { method })
        expect(`${method} ${target}: ${answer}`).toMatch(/: HTTP\/1\.1 400/)
        expect(answer.toLowerCase()).toContain('cache-control: no-store')
      }
    }
    expect(await call(role, '/health/live')).toContain('HTTP/1.1 200')
  })
})
