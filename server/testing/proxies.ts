import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestCertificate } from '@packboard/ingest/testing'

/** A proxy before a Packboard, with the configuration of `deploy/`, on a free port with a certificate for localhost. */
export type RunningProxy = {
  readonly port: number
  /** The plain port; undefined where the proxy opens none. */
  readonly plainPort: number | undefined
  close(): Promise<void>
}

type Proxy = {
  readonly name: string
  readonly isInstalled: boolean
  start(upstream: number, certificate: TestCertificate, change?: Change): Promise<RunningProxy>
}

/** Changes the configuration, to see what a line of it is for. */
export type Change = (configuration: string) => string

const deploy = (file: string) =>
  readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8')
const answers = (program: string, word: string) => spawnSync(program, [word]).status === 0

/** A port that nothing listens at now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (typeof address !== 'object' || address === null) throw new Error('No port is free')
  return address.port
}

/** Every replaced text must be there: else the configuration and this file have parted. */
function replaced(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((whole, [from, to]) => {
    if (!whole.includes(from)) throw new Error(`The configuration has no "${from}"`)
    return whole.replaceAll(from, to)
  }, text)
}

async function run(
  program: string,
  words: readonly string[],
  folder: string,
  ports: Pick<RunningProxy, 'port' | 'plainPort'>,
): Promise<RunningProxy> {
  const { PATH = '' } = process.env
  const env = { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      said = `${said}${String(data)}`.slice(-4_000)
    })
  }
  const ended = once(child, 'exit')
  const close = async () => {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  for (let tries = 0; tries < 100; tries += 1) {
    if (child.exitCode !== null) break
    if (await opens(ports.port)) return { ...ports, close }
    await sleep(100)
  }
  await close()
  throw new Error(`${program} did not start: ${said}`)
}

function opens(port: number): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

export const proxies: readonly Proxy[] = [
  {
    name: 'nginx',
    isInstalled: answers('nginx', '-v'),
    async start(upstream, { certFile, keyFile }, change = (text) => text) {
      const [port, plainPort] = [await freePort(), await freePort()]
      const folder = mkdtempSync(join(tmpdir(), 'packboard-nginx-'))
      const site = replaced(deploy('nginx/packboard.conf'), [
        ['listen [::]:443 ssl http2;', ''],
        ['listen [::]:80;', ''],
        ['listen 443 ', `listen 127.0.0.1:${port} `],
        ['listen 80;', `listen 127.0.0.1:${plainPort};`],
        ['server_name packboard.example.com', 'server_name localhost'],
        ['/etc/ssl/packboard/cert.pem', certFile],
        ['/etc/ssl/packboard/key.pem', keyFile],
        ['server 127.0.0.1:8080;', `server 127.0.0.1:${upstream};`],
      ])
      writeFileSync(join(folder, 'site.conf'), change(site))
      const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      )
      writeFileSync(
        join(folder, 'nginx.conf'),
        `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp {\n` +
          `access_log off;\n${temporary.join('\n')}\ninclude site.conf;\n}\n`,
      )
      const words = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
      return run('nginx', words, folder, { port, plainPort })
    },
  },
  {
    name: 'caddy',
    isInstalled: answers('caddy', 'version'),
    async start(upstream, { certFile, keyFile }, change = (text) => text) {
      const port = await freePort()
      const folder = mkdtempSync(join(tmpdir(), 'packboard-caddy-'))
      const site = replaced(deploy('caddy/Caddyfile'), [
        [
          '\n{$PACKBOARD_SITE:packboard.example.com} {',
          `\nhttps://localhost:${port} {\n\tbind 127.0.0.1`,
        ],
        [
          '# tls /etc/ssl/packboard/cert.pem /etc/ssl/packboard/key.pem',
          `tls ${certFile} ${keyFile}`,
        ],
        ['{$PACKBOARD_UPSTREAM:127.0.0.1:8080}', `127.0.0.1:${upstream}`],
      ])
      const options = '{\n\tadmin off\n\tauto_https disable_redirects\n\tgrace_period 1s\n}\n'
      writeFileSync(join(folder, 'Caddyfile'), options + change(site))
      const words = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
      return run('caddy', words, folder, { port, plainPort: undefined })
    },
  },
]
