import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { silentLog } from '../src/engineLog.ts'
import { superuserName } from '../src/postgres/createCluster.ts'
import { engineSecret } from '../src/postgres/engineUser.ts'
import { startEngine } from '../src/postgres/startEngine.ts'
import { volatileDirectory } from './volatileDirectory.ts'

/** Two workers with one or two stores each, of 16 connections a store, and what makes and drops databases. */
const connections = '150'

/**
 * One embedded PostgreSQL for all tests of a run: `url` goes into PACKBOARD_TEST_DATABASE_URL. It may lose everything in
 * a power loss, which saves the time of its syncs; tests of what is durable start an engine of their own. A killed one comes back.
 */
export async function startTestDatabases(): Promise<{
  url: string
  pid(): number | undefined
  stop(): Promise<void>
}> {
  const dataDir = await volatileDirectory()
  const remove = () => rm(dataDir, { recursive: true, force: true })
  try {
    const settings = { max_connections: connections, fsync: 'off' }
    const engine = await startEngine(dataDir, silentLog, { settings })
    const { host, port, user, password, database } = engine.connection
    const stop = async () => {
      await engine.close()
      await remove()
    }
    try {
      if (host.startsWith('/proc/')) {
        throw new Error(`The temporary directory ${tmpdir()} has too long a name; set TMPDIR.`)
      }
      await letMakeDatabases(host, port, (await engineSecret(dataDir)).superuser, user)
    } catch (error) {
      await stop()
      throw error
    }
    const url = new URL(`postgres://localhost:${port}/${database}`)
    url.username = user
    url.password = password
    url.searchParams.set('host', host)
    return { url: url.href, pid: engine.pid, stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Packboard's role owns one database and makes none; that of the tests makes one for each file. */
async function letMakeDatabases(host: string, port: number, password: string, role: string) {
  const client = new pg.Client({ host, port, user: superuserName, password, database: 'postgres' })
  await client.connect()
  try {
    await client.query(`alter role ${client.escapeIdentifier(role)} createdb`)
  } finally {
    await client.end()
  }
}
