import { startTestClickHouse, startTestDatabases } from '@packboard/engines/testing'
import { makeTestTemplates, testDatabaseKey, testTemplatesKey } from '@packboard/management/testing'
import { testClickHouseKey, testDatabases } from '@packboard/telemetry/testing'

/**
 * Before the tests of a run: one PostgreSQL and one ClickHouse for all of them, each file on databases of its own; in
 * PostgreSQL these are copies of one with the schema or the demo. A server that the environment names is used instead.
 * Afterwards they end and their directories are deleted.
 */
export async function setup(): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const stopAll = async () => {
    for (const stop of stops.splice(0)) await stop()
  }
  const use = async (key: string, start: () => Promise<{ url: string; stop(): Promise<void> }>) => {
    if (process.env[key]) return
    const { url, stop } = await start()
    stops.push(async () => {
      delete process.env[key]
      await stop()
    })
    // The workers are started later and inherit it.
    process.env[key] = url
  }
  const useTemplates = async () => {
    const server = process.env[testDatabaseKey]
    if (!server || process.env[testTemplatesKey]) return
    const { names, drop } = await makeTestTemplates(server)
    // Before the PostgreSQL ends that has them.
    stops.unshift(async () => {
      delete process.env[testTemplatesKey]
      await drop()
    })
    process.env[testTemplatesKey] = names
  }
  const started = await Promise.allSettled([
    use(testDatabaseKey, startTestDatabases).then(useTemplates),
    use(testClickHouseKey, () => startTestClickHouse(testDatabases)),
  ])
  for (const one of started) {
    if (one.status === 'fulfilled') continue
    await stopAll()
    throw one.reason
  }
  return stopAll
}
