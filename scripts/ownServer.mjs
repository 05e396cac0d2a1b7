// A call to the server of this machine, with the settings that it was started with.
import { request as http } from 'node:http'
import { request as https } from 'node:https'

const { METRICS_TOKEN: token, PORT: port, HOST: host, TLS_CERT: certificate } = process.env

/** The JSON of an answer; rejects with the status of one that is not 200, or with the code of the connection. */
export function callOwnServer(path, patienceMs) {
  const everywhere = !host || host === '0.0.0.0' || host === '::' || host === 'localhost'
  const options = {
    host: everywhere ? '127.0.0.1' : host,
    port: port || 8080,
    path,
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
    call.on('timeout', () => call.destroy(new Error(`no answer in ${patienceMs / 1_000} s`)))
    call.on('error', failed)
    call.end()
  })
}
