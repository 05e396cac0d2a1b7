import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Importer, Installation, Sessions } from './installation.ts'
import { descendants, isAlive, pidOf, type Victim } from './processes.ts'
import { verifyStore } from './verifyStore.ts'

const victims: readonly Victim[] = ['server', 'clickhouse', 'postgres']

/**
 * kill -9 of the server and of each engine child, `rounds` times each, in a running import with sign-ins beside it.
 * Afterwards nothing acknowledged may be missing, nothing may be there twice, and the ledger must equal a fresh
 * computation from the raw records.
 */
export async function main([rounds = '20']: string[]) {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-crash-'))
  const installation = new Installation(dataDir)
  await installation.start()
  const importer = new Importer(() => installation.url)
  const sessions = new Sessions(() => installation.url)
  importer.start()

  let longest = 0
  const inTurn = Array.from({ length: Number(rounds) }, () => victims).flat()
  for (const victim of inTurn) {
    await pause(300 + Math.random() * 900)
    await sessions.change()
    const pid = pidOf(victim, installation.pid)
    if (!pid) throw new Error(`no process of ${victim} is there to kill`)
    const children = descendants(installation.pid).map((child) => child.pid)
    const killedAt = Date.now()
    process.kill(pid, 'SIGKILL')
    if (victim === 'server') {
      await installation.ended()
      await waitFor(() => !children.some(isAlive), 'the engines end with their parent')
      await installation.start()
    } else {
      await waitFor(() => !isAlive(pid), 'the engine is gone')
    }
    await installation.ready()
    longest = Math.max(longest, Date.now() - killedAt)
  }

  await importer.stop()
  const missingChanges = await sessions.missing()
  await installation.stop()
  const store = await verifyStore(dataDir)
  await rm(dataDir, { recursive: true, force: true })

  console.log(`kills: ${rounds} each of ${victims.join(', ')}; longest time to ready ${longest} ms`)
  console.log(
    `records acknowledged ${importer.acknowledgedRecords} (${importer.repeatedCalls} calls had to be repeated), ` +
      `stored ${store.stored}, missing ${importer.acknowledgedRecords - store.identities}, ` +
      `twice ${store.stored - store.identities}`,
  )
  console.log(
    `management changes acknowledged ${sessions.open.size + sessions.ended.size}, missing ${missingChanges}`,
  )
  console.log(`ledger against a fresh computation: ${store.ledgerDifferences} differences`)
  const good =
    store.identities === importer.acknowledgedRecords &&
    store.stored === store.identities &&
    missingChanges === 0 &&
    store.ledgerDifferences === 0
  console.log(good ? 'held' : 'BROKEN')
  process.exitCode = good ? 0 : 1
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))

async function waitFor(condition: () => boolean, what: string) {
  const until = Date.now() + 20_000
  while (!condition()) {
    if (Date.now() > until) throw new Error(`waited 20 s in vain: ${what}`)
    await pause(20)
  }
}
