import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Management } from '@packboard/management'
import { isDate } from '@packboard/model'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Logger } from 'pino'
import { z } from 'zod'
import { BackupFault, StoresElsewhere, storesElsewhere } from './backup/backupFault.ts'
import { startBackups } from './backup/backupService.ts'
import { upgradeCopy } from './backup/copyBeforeUpgrade.ts'
import { bytesOf } from './backup/manifest.ts'
import { planUpgrade } from './backup/planUpgrade.ts'
import { refuseUnfinished, restoreBackup } from './backup/restoreBackup.ts'
import { isTight } from './backup/roomForCopy.ts'
import { verifyBackup } from './backup/verifyBackup.ts'
import {
  bytesText,
  checkText,
  importedFile,
  importedText,
  installationStatus,
  madeText,
  rebuiltText,
  rekeyedText,
  statusText,
  upgradeText,
} from './commands/commandTexts.ts'
import { commandWork } from './commands/commandWork.ts'
import { type ControlCall, callServer, ServerEnded } from './commands/controlSocket.ts'
import { type Config, readConfig } from './config.ts'
import { limitsInForce } from './monitoring/nearLimits.ts'
import { type Exit, exitCodes, exitOf } from './program/exits.ts'
import { createLog } from './program/log.ts'
import { keyFileName } from './program/settings.ts'
import { matchStores } from './startup/matchStores.ts'
import { openStores, prepareDataDirectory } from './startup/openStores.ts'

// `packboard backup | restore | check | status | rebuild | rekey | upgrade | import-records`: by the server that runs, else with stores that are opened for it.

const [command = '', ...given] = process.argv.slice(2)
const isOption = (word: string) => word.startsWith('--')
/** Options that a word of their own follows. */
const withValue = ['--machine', '--mapping', '--from', '--to']
const words = given.filter(
  (word, index) => !isOption(word) && !withValue.includes(given[index - 1] ?? ''),
)
const isJson = given.includes('--json')
/** Each step as a line of JSON on standard error. */
const saysProgress = given.includes('--progress')
/** `npm start` runs in the folder of the clone, wherever the person is. */
const pathOf = (word: string) => resolve(process.env.INIT_CWD ?? process.cwd(), word)
const ending = new AbortController()
/** What needs no stores of our own. */
const anywhere: readonly ControlCall['command'][] = ['status', 'rebuild', 'rekey']
const rebuildStep = z.object({ machine: z.number(), of: z.number(), until: z.coerce.date() })

const progress = (step: unknown) => {
  if (saysProgress) process.stderr.write(`${JSON.stringify(step)}\n`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (ending.signal.aborted) process.exit(exitCodes.other)
    ending.abort(new BackupFault('The command was ended.', { kind: 'ended' }))
  })
}

const outcome = await run().catch((error: unknown): Exit => {
  const exit = exitOf(error, dataDirOf())
  if (exit) return exit
  console.error(error)
  return { code: exitCodes.other, sentence: 'The command failed; the lines above say why.' }
})
if (outcome.sentence) console.error(`packboard: ${outcome.sentence}`)
process.exit(outcome.code)

async function run(): Promise<Exit> {
  const config = readConfig(process.env)
  const [first, second] = words
  if (command === 'backup') return backup(config, first)
  if (command === 'restore') {
    if (first === undefined || second === undefined) {
      throw new BackupFault('Usage: packboard restore <backup> <data directory>')
    }
    return restore(config, pathOf(first), pathOf(second))
  }
  if (command === 'check') {
    return first === undefined ? checkData(config) : checkBackup(config, pathOf(first))
  }
  if (command === 'status') return status(config)
  if (command === 'rebuild') return rebuild(config)
  if (command === 'rekey') return newKey(config)
  if (command === 'upgrade') return upgrade(config)
  if (command === 'import-records') return importRecords(config, first)
  throw new BackupFault(`There is no command "${command}".`)
}

async function backup(config: Config, folder: string | undefined): Promise<Exit> {
  const made = z
    .object({
      ...{ name: z.string(), folder: z.string(), instant: z.coerce.date(), bytes: z.number() },
      ...{ newBytes: z.number(), records: z.number(), seconds: z.number(), pausedMs: z.number() },
    })
    .parse(
      await work(config, {
        command: 'backup',
        ...(folder !== undefined && { folder: pathOf(folder) }),
        ...(config.backupKey !== undefined && { key: config.backupKey }),
      }),
    )
  return say(made, madeText(made))
}

async function restore(config: Config, from: string, to: string): Promise<Exit> {
  const log = createLog('silent')
  const { folder, manifest } = await restoreBackup({
    ...{ from, to, key: config.backupKey, log, onProgress: progress },
  })
  const { instant, records } = manifest
  return say(
    { from: folder, to, instant, records },
    [
      `${to} is the installation as it was at ${instant}: ${records.toLocaleString('en')} records, ${bytesText(bytesOf(manifest))} from ${folder}. Start it with PACKBOARD_DATA=${to}.`,
      ...(manifest.files.some(({ kind }) => kind === 'keys')
        ? []
        : [
            `The key file is in no backup without PACKBOARD_BACKUP_KEY: put yours at ${to}/${keyFileName}, or set SECRETS_KEY_FILE.`,
          ]),
    ].join('\n'),
  )
}

async function checkData(config: Config): Promise<Exit> {
  const days = Number(given.find((word) => word.startsWith('--days='))?.slice(7) ?? 20)
  if (!Number.isSafeInteger(days) || days < 0 || days > 10_000) {
    throw new BackupFault('--days must be a whole number from 0 to 10000, such as --days=20.')
  }
  const checked = z
    .object({
      faults: z.array(z.string()),
      ...{ parts: z.number(), rows: z.number(), tables: z.number(), indexes: z.number() },
      ...{ managementRows: z.number(), days: z.number(), minutes: z.number() },
      ...{ auditEntries: z.number(), auditNotSealed: z.number() },
      seconds: z.number(),
    })
    .parse(await work(config, { command: 'check', days }))
  say(checked, checkText(checked))
  return found(checked.faults)
}

async function checkBackup(config: Config, folder: string): Promise<Exit> {
  const verified = await verifyBackup(folder, config.backupKey, (done, of) =>
    progress({ done, of }),
  )
  const { manifest, files, faults } = verified
  say(
    { folder: verified.folder, files, faults, instant: manifest.instant },
    [
      ...faults,
      `${verified.folder} of ${manifest.instant}: ${files} files, ${bytesText(bytesOf(manifest))}, ${faults.length === 0 ? 'all whole' : `${faults.length} damaged or missing`}.`,
    ].join('\n'),
  )
  return found(faults)
}

/** What a start of this Packboard will do with the stores; nothing is opened or changed. */
async function upgrade(config: Config): Promise<Exit> {
  if (!given.includes('--check')) {
    throw new BackupFault(
      'A new version upgrades the stores when it starts; packboard upgrade --check says what it will do.',
    )
  }
  const elsewhere = storesElsewhere(config)
  if (elsewhere !== undefined) throw new StoresElsewhere(elsewhere)
  const plan = await planUpgrade(config.dataDir)
  const copy = await upgradeCopy(config.dataDir)
  say({ ...plan, dataDir: config.dataDir, kept: copy ?? null }, upgradeText(plan, config.dataDir))
  if (plan.does === 'newer') return { code: exitCodes.newerData, sentence: '' }
  return { code: isTight(plan) ? exitCodes.dataNotWritable : 0, sentence: '' }
}

/** The word after an option, or behind its `=`. */
function wordAfter(option: string): string | undefined {
  const at = given.indexOf(option)
  if (at >= 0) return given[at + 1]
  return given.find((word) => word.startsWith(`${option}=`))?.slice(option.length + 1)
}

/** A year of many machines takes an hour: a person at a terminal sees how far it is. */
function showStep(step: unknown) {
  if (!process.stderr.isTTY || isJson || saysProgress) return
  const { machine, of, until } = rebuildStep.parse(step)
  process.stderr.write(`machine ${machine} of ${of}, up to ${until.toISOString().slice(0, 10)}\r`)
}

/** Minutes and hours from the records again, while the server runs or without it. */
async function rebuild(config: Config): Promise<Exit> {
  const window = { from: wordAfter('--from'), to: wordAfter('--to') }
  for (const [option, day] of Object.entries(window)) {
    if (day !== undefined && !isDate(day)) {
      throw new BackupFault(`--${option} must be a day such as --${option} 2026-03-31.`)
    }
  }
  const rebuilt = z.object({ machines: z.number(), days: z.number(), resumed: z.boolean() }).parse(
    await work(
      config,
      { command: 'rebuild', ...window, machine: wordAfter('--machine') },
      (step) => {
        progress(step)
        showStep(step)
      },
    ),
  )
  return say(rebuilt, rebuiltText(rebuilt))
}

/** A new key of the stored secrets. */
async function newKey(config: Config): Promise<Exit> {
  const done = z
    .object({ keyId: z.string(), file: z.string(), sealed: z.number(), lost: z.number() })
    .parse(await work(config, { command: 'rekey', lost: given.includes('--lost') }))
  return say(done, rekeyedText(done))
}

async function importRecords(config: Config, file: string | undefined): Promise<Exit> {
  const machine = wordAfter('--machine')
  const mappingFile = wordAfter('--mapping')
  if (file === undefined || machine === undefined) {
    throw new BackupFault(
      'Usage: packboard import-records FILE --machine SERIAL [--mapping mapping.json] [--dry-run]',
    )
  }
  const mapping = mappingFile === undefined ? undefined : await readMapping(pathOf(mappingFile))
  const dryRun = given.includes('--dry-run')
  const answered = await callServer(
    config.dataDir,
    {
      ...{ command: 'importRecords', file: pathOf(file), machine, dryRun },
      ...(mapping !== undefined && { mapping }),
    },
    progress,
  ).catch((error: unknown) => {
    if (error instanceof ServerEnded) return error
    throw error
  })
  if (answered instanceof ServerEnded) {
    const sentence = 'The server ended before the import was done; it goes on after the next start.'
    return { code: exitCodes.linesRefused, sentence }
  }
  if (!answered) {
    throw new BackupFault('Records are imported by the server that runs; start it.')
  }
  const imported = importedFile.parse(answered.done)
  say(imported, importedText(imported, dryRun))
  const isWhole = imported.state === (dryRun ? 'checked' : 'done')
  return { code: isWhole && imported.refused === 0 ? 0 : exitCodes.linesRefused, sentence: '' }
}

async function readMapping(path: string): Promise<unknown> {
  try {
    const content: unknown = JSON.parse(await readFile(path, 'utf8'))
    return content
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupFault(`The mapping ${path} cannot be read: ${why}`, { cause: error })
  }
}

function found(faults: readonly string[]): Exit {
  if (faults.length === 0) return { code: 0, sentence: '' }
  return {
    code: exitCodes.damageFound,
    sentence: `${faults.length} faults were found; docs/operations/backup.md says what to do.`,
  }
}

async function status(config: Config): Promise<Exit> {
  const shown = installationStatus.parse(await work(config, { command: 'status' }))
  say(shown, statusText(shown))
  const isWell = shown.health.telemetry === 'ok' && shown.health.management === 'ok'
  return isWell ? { code: 0, sentence: '' } : { code: exitCodes.damageFound, sentence: '' }
}

/** By the server of the data directory, or with its stores opened here where none runs. */
async function work(
  config: Config,
  call: ControlCall,
  onProgress: (step: unknown) => void = progress,
): Promise<unknown> {
  const elsewhere = storesElsewhere(config)
  if (elsewhere !== undefined && !anywhere.includes(call.command))
    throw new StoresElsewhere(elsewhere)
  const answered = await callServer(config.dataDir, call, onProgress)
  if (answered) return answered.done
  if (elsewhere !== undefined && config.role !== 'all') {
    throw new StoresElsewhere('No server runs here, and the stores of this one are elsewhere.')
  }
  const log = createLog('silent')
  const stores = await openAlone(config, log)
  try {
    const { management, telemetry } = stores
    const { dataDir } = config
    const backups = await startBackups({ config, management, telemetry, log, now: Date.now })
    try {
      const does = commandWork({ management, telemetry, dataDir, backups, process: null })
      return await does(call, onProgress, ending.signal)
    } finally {
      await backups.stop()
    }
  } finally {
    await stores.close()
  }
}

function say(outcome: object, text: string): Exit {
  console.log(isJson ? JSON.stringify(outcome) : text)
  return { code: 0, sentence: '' }
}

function dataDirOf(): string {
  try {
    return readConfig(process.env).dataDir
  } catch {
    return ''
  }
}

/** Opens the stores of an installation whose server does not run, for a command; no port is opened. */
async function openAlone(config: Config, log: Logger) {
  const { dataDir } = config
  refuseUnfinished(dataDir)
  if (!existsSync(join(dataDir, 'telemetry')) && !existsSync(join(dataDir, 'management'))) {
    throw new BackupFault(`There is no installation in ${dataDir}; set PACKBOARD_DATA to one.`)
  }
  await prepareDataDirectory(dataDir)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const limits = limitsInForce(config.limits)
    const stores = await openStores({ config, log, now: Date.now, limits, closers })
    const { management, telemetry, parts } = stores
    await matchStores({ management, telemetry, places: config, adopt: false, log })
    await parts?.release()
    return { management, telemetry, close } satisfies {
      management: Management
      telemetry: Telemetry
      close: () => Promise<void>
    }
  } catch (error) {
    await close()
    throw error
  }
}
