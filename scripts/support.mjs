// `packboard support [file]`: what a person who helps needs to know, in one file without names, records, addresses or secrets.
import { writeFileSync } from 'node:fs'
import { request as http } from 'node:http'
import { request as https } from 'node:https'
import { bundleWithoutServer } from '../server/src/support/withoutServer.ts'
import { giveUp, say } from './steps.mjs'

/** An engine that hangs costs two seconds of it. */
const patienceMs = 15_000

const { METRICS_TOKEN: token, PORT: port, HOST: host, TLS_CERT: certificate } = process.env
const now = new Date().toISOString().slice(0, 19).replaceAll(':', '')
const file = process.argv[2] ?? `packboard-support-${now}.json`

const bundle = await fromServer().catch(async (error) => {
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

function fromServer() {
  const everywhere = !host || host === '0.0.0.0' || host === '::' || host === 'localhost'
  const options = {
    host: everywhere ? '127.0.0.1' : host,
    port: port || 8080,
    path: '/support-bundle',
    timeout: patienceMs,
    headers: token ? { authorization: `Bearer ${token}` } : {},
    // On this machine: its certificate is made out to the name that people open.
    rejectUnauthorized: false,
  }
  return new Promise((done, failed) => {
    const call = (certificate ? https : http)(options, async (answer) => {
      try {
        const parts = []
        for await (const part of answer) parts.push(part)
        if (answer.statusCode !== 200) throw new Error(String(answer.statusCode))
        done(JSON.parse(Buffer.concat(parts).toString()))
      } catch (error) {
        failed(error)
      }
    })
    call.on('timeout', () => call.destroy(new Error('no answer in 15 s')))
    call.on('error', failed)
    call.end()
  })
}
