import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ingestCounts } from '@packboard/contract'
import { Installation } from './installation.ts'

const command = fileURLToPath(new URL('../../server/src/command.ts', import.meta.url))
const machines = ['FW-101', 'FW-102', 'FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402']
const secondsOfCall = 1_000
const recordsOfCall = secondsOfCall * machines.length

/** What the command prints with `--json`. */
type Made = Record<'seconds' | 'bytes' | 'newBytes' | 'records' | 'pausedMs', number>

/**
 * Time and size of backups of a running installation: the first, one after 80,000 records more, an encrypted one; then the check of
 * a backup, a restore, and the check of what is stored.
 */
export async function main([millions = '1']: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'packboard-bench-backup-'))
  const source = new Installation(join(folder, 'source'))
  const backups = join(folder, 'backups')
  try {
    await source.start()
    await source.ready()
    const begin = Date.now() - 30 * 86_400_000
    let calls = 0
    const send = async (amount: number) => {
      for (const end = calls + amount; calls < end; calls += 1)
        await sendCall(source.url, begin, calls)
    }
    const sent = performance.now()
    await send(Math.ceil((Number(millions) * 1e6) / recordsOfCall))
    console.log(`${count(calls * recordsOfCall)} records sent in ${secondsSince(sent)} s`)

    const run = (args: string[], env: Record<string, string> = {}) =>
      runCommand(args, { PACKBOARD_DATA: source.dataDir, ...env })
    const backup = async (name: string, to: string, env: Record<string, string> = {}) => {
      const { out, seconds } = await run(['backup', to, '--json'], env)
      const one: Made = JSON.parse(out)
      console.log(
        `${name}: ${seconds} s (${one.seconds} s of it the backup), ${megabytes(one.bytes)} MB, ${megabytes(one.newBytes)} MB new, records waited ${one.pausedMs} ms; for a million records ${((1e6 * one.seconds) / one.records).toFixed(2)} s and ${megabytes((1e6 * one.bytes) / one.records)} MB`,
      )
    }
    await backup('first', backups)
    await send(10)
    await backup(`after ${count(10 * recordsOfCall)} more`, backups)
    await backup('once more', backups)
    await backup('encrypted', join(folder, 'sealed'), {
      PACKBOARD_BACKUP_KEY: 'of this measurement',
    })
    console.log(`check of a backup: ${(await run(['check', backups])).seconds} s`)
    console.log(`check of what is stored: ${(await run(['check'])).seconds} s`)
    const restored = await run(['restore', backups, join(folder, 'restored')])
    console.log(`restore: ${restored.seconds} s`)
  } finally {
    await source.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function sendCall(url: string, begin: number, call: number): Promise<void> {
  const lines: string[] = []
  for (let second = 0; second < secondsOfCall; second += 1) {
    const elapsed = call * secondsOfCall + second
    for (const [index, serialNo] of machines.entries()) {
      const state = (elapsed + 60 * index) % 900 < 800 ? 10 : 21
      lines.push(
        JSON.stringify({
          ...{ kind: 'sample', serialNo, time: begin + elapsed * 1_000, state },
          ...{ product: `Bar ${Math.floor(elapsed / 43_200) % 12}`, tool: 'Former 45' },
          ...{ user: 'P. Okafor', speed: 120 + (elapsed % 7), packs: 2 * elapsed },
        }),
      )
    }
  }
  const answer = await fetch(`${url}/api/ingest/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-access-token': 'gateway-northfield-confectionery:packboard',
    },
    body: lines.join('\n'),
  })
  const { accepted } = ingestCounts.parse(await answer.json())
  if (accepted !== recordsOfCall) throw new Error(`${accepted} of ${recordsOfCall} were accepted`)
}

function runCommand(args: readonly string[], env: Record<string, string>) {
  const begun = performance.now()
  const child = spawn(process.execPath, [command, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => {
    out += String(chunk)
  })
  return new Promise<{ out: string; seconds: string }>((resolve, reject) => {
    child.once('close', (code) => {
      if (code === 0) resolve({ out, seconds: secondsSince(begun) })
      else reject(new Error(`${args[0]} ended with ${code}: ${out}`))
    })
  })
}

const secondsSince = (begun: number) => ((performance.now() - begun) / 1_000).toFixed(1)
const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
const count = (number: number) => number.toLocaleString('en')
