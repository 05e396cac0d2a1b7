import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openSources } from '@packboard/ingest'
import {
  type CertificateFiles,
  ConfigError,
  thisVersion,
  watchCertificate,
} from '@packboard/server/shared'
import type { Logger } from 'pino'
import { createEdgeApp } from './edgeApp.ts'
import { EdgeBuffer } from './edgeBuffer.ts'
import type { EdgeConfig } from './edgeConfig.ts'
import { createEdgeDirectory } from './edgeDirectory.ts'
import { createEdgePipeline } from './edgePipeline.ts'
import { edgeStatus } from './edgeStatus.ts'
import { startUplink } from './uplink.ts'

type RunningEdge = {
  readonly url: string
  readonly mqttPort: number
  readonly mqttTlsPort: number | undefined
  stop(): Promise<void>
}

/** Opens the buffer, the ports for senders and the overview, and begins to send. */
export async function startEdge(options: {
  readonly config: EdgeConfig
  readonly log: Logger
  readonly now?: () => number
  readonly times?: Parameters<typeof startUplink>[0]['times']
}): Promise<RunningEdge> {
  const { config, log, now = Date.now, times } = options
  await mkdir(config.dir, { recursive: true, mode: 0o700 })
  // Records name operators.
  await chmod(config.dir, 0o700)
  const closing: (() => unknown)[] = []
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    const { maxBytes, name } = config
    const buffer = new EdgeBuffer({ folder: config.dir, maxBytes, log })
    closing.push(() => buffer.close())
    const files = filesOf(config)
    const certificate = files && (await watchCertificate(files, log))
    if (certificate) closing.push(() => certificate.stop())
    const isMade = config.localToken === undefined && config.senders.length === 0
    const localToken = isMade ? await localTokenOf(config.dir, log) : config.localToken
    const directory = createEdgeDirectory({ ...config, localToken })
    const ingest = await openSources(
      {
        directory,
        now,
        log,
        mqttPort: config.mqttPort,
        // The encrypted port takes its place on the network.
        mqttHost: certificate ? '127.0.0.1' : config.host,
        ...(certificate && {
          mqttTls: { port: config.mqttTlsPort, host: config.host, certificate },
        }),
        ...(config.machines.some(({ opcua }) => opcua) && {
          opcua: { folder: join(config.dir, 'opcua'), hosts: config.opcuaHosts },
        }),
      },
      createEdgePipeline({ buffer, directory, now }),
    )
    closing.push(() => ingest.close())
    const { version } = thisVersion
    const uplink = startUplink({ config, buffer, version, log, now, ...(times && { times }) })
    closing.push(() => uplink.stop())
    const app = createEdgeApp({
      config,
      ingest,
      device: directory.device,
      status: () => edgeStatus({ name, version, maxBytes }, buffer, uplink.connection(), now()),
      log,
      certificate,
    })
    const url = await app.listen({ host: config.host, port: config.httpPort })
    closing.push(() => app.close())
    return { url, mqttPort: ingest.mqttPort, mqttTlsPort: ingest.mqttTlsPort, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function filesOf({ tlsCert, tlsKey }: EdgeConfig): CertificateFiles | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined
  return { names: 'EDGE_TLS_CERT and EDGE_TLS_KEY', certFile: tlsCert, keyFile: tlsKey }
}

/** With the file of this folder any sender of this machine signs in, whatever its name. */
const localTokenFile = 'local.token'

type Log = { warn(facts: object, message: string): void }

/**
 * The token of local senders where the settings have none and name no sender: made at the first start and kept, because a page of
 * any site could otherwise send records through the browser of this machine. The log names its file and not the token.
 */
async function localTokenOf(folder: string, log: Log): Promise<string> {
  const file = join(folder, localTokenFile)
  try {
    await writeFile(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 })
    log.warn({ file }, 'A local token was made; senders sign in with any name and this token')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const token = (await readFile(file, 'utf8')).trim()
  if (token.length >= 16) return token
  throw new ConfigError(`${file} has no token; delete it, and the next start makes another one.`)
}
