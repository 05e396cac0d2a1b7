import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '@packboard/management/testing'
import { expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { readConfig } from '../config.ts'
import { startServer } from './startServer.ts'

/** An engine that takes connections and says nothing. */
async function silentEngine() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    url: `http://127.0.0.1:${address.port}`,
    isConnected: () => sockets.size > 0,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

test('a process that loses its cell while it opens its store is told at once, not when it is ready', async () => {
  const database = await openTestDatabase('demo')
  if (!database) throw new Error('This needs the shared PostgreSQL.')
  const engine = await silentEngine()
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-cell-lost-'))
  const config = readConfig({
    ROLE: 'ledger',
    PORT: '0',
    PACKBOARD_DATA: dataDir,
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: engine.url,
  })
  let isLost = false
  const ending = new AbortController()
  const starting = startServer({
    ...{ config, demo: true, log: capturedLog('silent').log, ending: ending.signal },
    onCellLost() {
      isLost = true
    },
  })
  starting.catch(() => undefined)
  await expect.poll(engine.isConnected).toBe(true)
  expect(isLost).toBe(false)
  await database.endLeases()
  await expect.poll(() => isLost).toBe(true)
  ending.abort()
  engine.close()
  await expect(starting).rejects.toThrow()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})
