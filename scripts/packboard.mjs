// `./packboard` of a release: nothing is installed, built or downloaded.
import { existsSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { optionsOf, runPackboard, support } from './runPackboard.mjs'
import { giveUp, root, say } from './steps.mjs'

const usage = `Usage: packboard <command>

  demo      a plant that is simulated, with accounts to try:  http://127.0.0.1:8080
  serve     an installation of your own, empty at its first start
  support   writes a file for those who help: versions, settings, health, log; no names, records or secrets
  version   which version this is
  help      this text

  demo --plant factory|faults     a good plant (default), or one for tests of faults
  serve --adopt                   joins two stores that are not halves of one installation
  serve --rebuild-hours           makes the hour rows again, while the server runs
  support <file>                  the name of that file

Settings are environment variables: docs/operations.md lists them. Data is kept in the folder that PACKBOARD_DATA names;
without it in ~/.local/share/packboard.
`

const [command = 'help', ...args] = process.argv.slice(2)
if (command === 'demo' || command === 'serve') {
  // The release itself may be read-only, and is replaced by the next one.
  process.env.PACKBOARD_DATA ||= dataOfThisUser()
  say(`data is kept in ${process.env.PACKBOARD_DATA}`)
  await runPackboard({ demo: command === 'demo', ...optionsOf(args) })
} else if (command === 'support') {
  process.env.PACKBOARD_DATA ||= dataOfThisUser()
  process.exit(await support(args))
} else if (command === 'version' || command === '--version') {
  console.log(versionText())
} else if (command === 'help' || command === '--help') {
  console.log(usage)
} else {
  giveUp(`there is no command "${command}"; \`packboard help\` lists them.`)
}

function dataOfThisUser() {
  const base = process.env.XDG_DATA_HOME || join(homedir(), '.local', 'share')
  if (!process.env.XDG_DATA_HOME && !existsSync(homedir())) {
    giveUp('this user has no home folder; please set PACKBOARD_DATA to a folder for the data.')
  }
  return join(base, 'packboard')
}

function versionText() {
  const { version, commit } = JSON.parse(readFileSync(join(root, 'release.json'), 'utf8'))
  return `packboard ${version} (${commit.slice(0, 12)}), node ${process.versions.node}`
}
