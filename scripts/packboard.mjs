// `./packboard` of a release: nothing is installed, built or downloaded.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { callOwnServer } from './ownServer.mjs'
import { commands, optionsOf, runCommand, runEdge, runPackboard, support } from './runPackboard.mjs'
import { giveUp, root, say } from './steps.mjs'

// `packboard health`: whether the server of this machine answers; the health check of the container image.

/** Less than an engine of containers waits for it (`scripts/image/buildImage.mjs`). */
const patienceMs = 8_000

/** Ends with exit code 1 where it does not. `--ready`: whether all of its services work, too. */
async function health(args) {
  const path = args.includes('--ready') ? '/health/ready' : '/health/live'
  const answer = await callOwnServer(path, patienceMs).catch((error) =>
    giveUp(`the server is not well (${error.code || error.message}); its log says why.`),
  )
  console.log(JSON.stringify(answer))
}

const usage = `Usage: packboard <command>

  demo      a plant that is simulated, with accounts to try:  http://127.0.0.1:8080
  serve     an installation of your own, empty at its first start
  edge            a recorder near the machines that keeps their records while the line to the server is cut (docs/manual/edge.md)
  backup [folder]               a backup, while it runs or not; without a folder where PACKBOARD_BACKUPS says
  restore <backup> <data>       a new data directory from a backup, or from the newest of a folder
  check [backup]                reads all that is stored, or all of a backup, and compares it with its checksums
  status                        version, id, sizes, newest record, last backup, health
  rebuild                       computes minutes and hours from the records again, while the server runs; the same command goes
            on where it was stopped; --from 2026-03-01 --to 2026-03-31 (days of UTC), --machine SERIAL
  rekey [--lost]                begins a new key of the stored secrets; --lost: the key file is gone, what it sealed is entered again
  upgrade --check               what the start of this version will do with the data; changes nothing
  import-records FILE --machine SERIAL
            records of a CSV, NDJSON or XLSX file, by the server that runs; --mapping mapping.json, --dry-run
  health [--ready]              whether the server of this machine answers; with --ready whether all of it works
  support [file]                writes a file for those who help: versions, settings, health, log; no names, records or secrets
  version   which version this is
  help      this text

  demo --plant factory|faults     a good plant (default), or one for tests of faults
  serve --adopt                   joins two stores that are not halves of one installation
  check --days=20                 how many days of single machines are computed again from their records
  backup|check|status|rebuild --json      what came of it as JSON; --progress: each step, on standard error
  serve --rebuild-hours           makes the hour rows again, while the server runs

Settings are environment variables: docs/operations/settings.md lists them. Data is kept in the folder that PACKBOARD_DATA names;
without it in ~/.local/share/packboard.
`

const [command = 'help', ...args] = process.argv.slice(2)
if (command === 'edge' || (command === 'serve' && process.env.ROLE === 'edge')) {
  process.env.EDGE_DIR ||= `${dataOfThisUser('EDGE_DIR')}-edge`
  runEdge()
} else if (command === 'demo' || command === 'serve') {
  // The release itself may be read-only, and is replaced by the next one.
  process.env.PACKBOARD_DATA ||= dataOfThisUser()
  say(`data is kept in ${process.env.PACKBOARD_DATA}`)
  await runPackboard({ demo: command === 'demo', ...optionsOf(args) })
} else if (commands.includes(command)) {
  process.env.PACKBOARD_DATA ||= dataOfThisUser()
  runCommand(command, args)
} else if (command === 'support') {
  process.env.PACKBOARD_DATA ||= dataOfThisUser()
  process.exit(await support(args))
} else if (command === 'health') {
  await health(args)
} else if (command === 'version' || command === '--version') {
  console.log(versionText())
} else if (command === 'help' || command === '--help') {
  console.log(usage)
} else {
  giveUp(`there is no command "${command}"; \`packboard help\` lists them.`)
}

function dataOfThisUser(setting = 'PACKBOARD_DATA') {
  const base = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share')
  if (!process.env.XDG_DATA_HOME && !existsSync(homedir())) {
    giveUp(`this user has no home folder; please set ${setting} to a folder for the data.`)
  }
  return join(base, 'packboard')
}

function versionText() {
  const { version, commit } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  return `packboard ${version} (${commit.slice(0, 12)}), node ${process.versions.node}`
}
