// @slow

import { createHash, randomBytes } from 'node:crypto'
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { machinesData } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveReader, liveReader } from '../../testing/liveReader.ts'
import { openTestCluster, type TestCluster } from '../../testing/openTestCluster.ts'
import { limits } from '../http/limits.ts'
import type { RunningServer } from '../startup/startServer.ts'

/** An address of this machine that is not loopback: connections to it come from it, and loopback has no bound. */
const own = Object.values(networkInterfaces())
  .flatMap((all): NetworkInterfaceInfo[] => all ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address

const streams = 250
const perPerson = limits.streamsPerUser

let cluster: TestCluster
let ledger: RunningServer
let api: RunningServer
const readers: LiveReader[] = []

beforeAll(async () => {
  cluster = await openTestCluster()
  api = await cluster.start('api')
  const run = (text: string) => runSql(api.deps.management, text)
  // No process with passwords that everybody knows listens on a network.
  await run('update user_account set password_hash = null')
  await run('delete from device_token')
  const host = own ?? '127.0.0.1'
  ledger = await cluster.start('ledger', { HOST: host, PLAIN_ON_LAN: 'on' }, { demo: false })
  await cluster.start('ledger')
})
afterAll(async () => {
  for (const reader of readers) reader.close()
  await cluster?.close()
})

/** A session of a person of its own, of a client in the cell of the first holder. */
async function signedIn(name: string, clientId: number): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(token).digest()
  await runSql(
    api.deps.management,
    `with person as (
       insert into user_account (username, group_id, client_id) values ($1, 3, $2) returning id
     )
     insert into session (token_hash, user_id, created_at, last_seen_at, idle_ms, expires_at, browser_saved)
     select $3, id, now(), now(), 3600000, now() + interval '1 day', false from person`,
    [name, clientId, hash],
  )
  return token
}

test.skipIf(own === undefined)(
  `${streams} live pages through one api process are all open, and figures go on`,
  async () => {
    const clientId = ledger.deps.cell?.id === 0 ? 1 : 2
    const people = Math.ceil(streams / perPerson)
    const tokens: string[] = []
    for (let person = 0; person < people; person += 1) {
      tokens.push(await signedIn(`reader ${person}`, clientId))
    }
    for (let opened = 0; opened < streams; opened += 50) {
      const some = Array.from({ length: 50 }, (_, index) => opened + index)
      readers.push(
        ...(await Promise.all(
          some.map((each) => liveReader(api, tokens[Math.floor(each / perPerson)] ?? '', clientId)),
        )),
      )
    }
    expect(readers.filter(({ status }) => status === 200)).toHaveLength(streams)
    const serialNo = clientId === 1 ? 'FW-101' : 'FW-511'
    const figures = await fetch(`${api.url}${machinesData.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': tokens[0] ?? '' },
      body: JSON.stringify({
        clientId,
        start_date: new Date(Date.now() - 3_600_000).toISOString(),
        end_date: new Date(Date.now() - 10_000).toISOString(),
        initialReq: 'yes',
        machinesIdArray: [serialNo],
      }),
    })
    expect(figures.status).toBe(200)
    // What its own peers say about their callers is no proxy that nobody named.
    expect(cluster.lines.join('\n')).not.toContain('TRUST_PROXY names no proxy')
  },
)
