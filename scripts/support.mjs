// `packboard support [file]`: what a person who helps needs to know, in one file without names, records, addresses or secrets.
import { writeFileSync } from 'node:fs'
import { bundleWithoutServer } from '../server/src/support/withoutServer.ts'
import { callOwnServer } from './ownServer.mjs'
import { giveUp, say } from './steps.mjs'

/** An engine that hangs costs two seconds of it. */
const patienceMs = 15_000

const now = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const file = process.argv[2] ?? `packboard-support-${now}.json`

const bundle = await callOwnServer('/support-bundle', patienceMs).catch(async (error) => {
  const reason = error.code ?? error.message
  say(`the server did not answer (${reason}); the file says what is known without it.`)
  if (reason === '404') {
    say('run it with the settings of the server: METRICS_TOKEN, where it is set, lets it in.')
  }
  return bundleWithoutServer(process.env, reason)
})
const text = `${JSON.stringify(bundle, null, 2)}\n`
try {
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
} catch (error) {
  giveUp(
    error.code === 'EEXIST'
      ? `${file} is there already; name another file.`
      : `${file} cannot be written (${error.code}); name another file: packboard support <file>`,
  )
}
say(`${file}: ${Math.ceil(text.length / 1_000)} kB, readable text; look at it before you send it.`)
