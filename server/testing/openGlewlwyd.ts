import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './proxies.ts'

/** What it knows of a person. */
export type GlewlwydPerson = {
  readonly email: string
  readonly isEmailVerified: boolean
  readonly givenName: string
  readonly groups: readonly string[]
}

/** A company whose server is glewlwyd: an OpenID Connect server in C that shares no code with `oidc-provider`. */
export type Glewlwyd = {
  readonly issuer: string
  readonly client: string
  readonly secret: string
  /** Makes this person, or changes it. */
  keep(username: string, person: GlewlwydPerson): Promise<void>
  /** A browser without a session there opens an address of it, and the person signs in and agrees: where it is sent back to. */
  signIn(address: string, username: string): Promise<URL>
  /** Signs with another key from now on, and forgets the one before. */
  rotateKey(): Promise<void>
  /** Ends it in order, and starts it at the same port. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** The tables, as Debian's package makes them. */
const tables = '/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3'
/** The characters that most client IDs and secrets have beside letters and digits: this server reads Basic without decoding. */
const client = 'packboard-at_northfield.1'
const secret = 'q3Zt-0_w.8xB'
const password = 'the password of everybody'
const scopes = 'openid email profile'
/** Milliseconds of one answer, and until it answers at all. */
const answersWithin = 20_000
const startsWithin = 60_000

/** Whether it is installed (`apt-get install glewlwyd`). */
export const hasGlewlwyd = () =>
  existsSync(tables) && !spawnSync('glewlwyd', ['--version'], { stdio: 'ignore' }).error

/** Starts it with tables of its own, Packboard as its client and nobody in it; people are sent back to `redirects`. */
export async function openGlewlwyd(redirects: readonly string[]): Promise<Glewlwyd> {
  const home = await mkdtemp(join(tmpdir(), 'packboard-glewlwyd-'))
  const origin = `http://localhost:${await freePort()}`
  const issuer = `${origin}/api/oidc`
  const settings = join(home, 'glewlwyd.conf')
  const database = join(home, 'glewlwyd.db')
  const store = new DatabaseSync(database)
  store.exec(await readFile(tables, 'utf8'))
  store.close()
  await writeFile(settings, settingsOf(origin, database))
  const remove = () => rm(home, { recursive: true, force: true })
  let running = await begin(settings, origin).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  const close = async () => {
    await end(running)
    await remove()
  }

  async function call(method: string, path: string, cookie: string, body?: object) {
    const answer = await fetch(`${origin}/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(answersWithin),
    })
    if (!answer.ok) {
      throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    }
    return answer
  }

  /** The cookie of a new session. */
  async function sessionOf(username: string, withPassword: string): Promise<string> {
    const answer = await call('POST', 'auth/', '', { username, password: withPassword })
    return answer.headers
      .getSetCookie()
      .map((line) => line.replace(/;.*/, ''))
      .join('; ')
  }

  try {
    const admin = await sessionOf('admin', 'password')
    await call('PUT', 'mod/user/database', admin, {
      display_name: 'People',
      parameters: { 'use-glewlwyd-connection': true, 'data-format': userFields },
    })
    await call('PUT', 'mod/user/database/reset', admin)
    for (const name of ['email', 'profile']) {
      await call('POST', 'scope/', admin, { name, display_name: name, password_required: false })
    }
    const plugin = () => ({ display_name: 'OpenID Connect', parameters: parametersOf(issuer) })
    await call('POST', 'mod/plugin/', admin, { module: 'oidc', name: 'oidc', ...plugin() })
    await call('POST', 'client/', admin, {
      client_id: client,
      name: 'Packboard',
      enabled: true,
      confidential: true,
      client_secret: secret,
      redirect_uri: redirects,
      authorization_type: ['code', 'refresh_token'],
      token_endpoint_auth_method: ['client_secret_basic'],
      scope: [],
    })
    const known = new Set<string>()
    return {
      issuer,
      client,
      secret,
      async keep(username, { email, isEmailVerified, givenName, groups }) {
        const person = {
          username,
          email,
          givenName,
          groups,
          emailVerified: isEmailVerified ? 'yes' : 'no',
          name: `${givenName} of Northfield`,
          enabled: true,
          scope: scopes.split(' '),
        }
        if (known.has(username)) await call('PUT', `user/${username}`, admin, person)
        else await call('POST', 'user/', admin, { ...person, password })
        known.add(username)
      },
      async signIn(address, username) {
        const page = await redirectOf(address, '')
        const goesOn = page.searchParams.get('callback_url')
        if (page.origin !== origin || page.pathname !== '/login.html' || goesOn === null) {
          throw new Error(`It led to ${page.href} in place of its page`)
        }
        const cookie = await sessionOf(username, password)
        await call('PUT', `auth/grant/${client}`, cookie, { scope: scopes })
        // So the page goes on: by the same address with this beside it.
        return redirectOf(`${goesOn}&g_continue`, cookie)
      },
      async rotateKey() {
        await call('PUT', 'mod/plugin/oidc', admin, plugin())
        await call('PUT', 'mod/plugin/oidc/reset', admin)
      },
      async restart() {
        await end(running)
        running = await begin(settings, origin)
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Returns when it answers. */
async function begin(settings: string, origin: string): Promise<ChildProcess> {
  const child = spawn('glewlwyd', [`--config-file=${settings}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      said += text
    })
  }
  const answers = () =>
    fetch(`${origin}/config`, { signal: AbortSignal.timeout(answersWithin) }).then(
      ({ ok }) => ok,
      () => false,
    )
  const until = Date.now() + startsWithin
  while (!(await answers())) {
    if (child.exitCode !== null) throw new Error(`glewlwyd ended: ${said}`)
    if (Date.now() > until) {
      await end(child)
      throw new Error(`glewlwyd does not answer: ${said}`)
    }
    await sleep(50)
  }
  return child
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill()
  await gone
}

/** Where a browser is led by this address. */
async function redirectOf(address: string, cookie: string): Promise<URL> {
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: { cookie },
    signal: AbortSignal.timeout(answersWithin),
  })
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`${address} answered ${answer.status}`)
  return new URL(location, address)
}

/** Without TLS, on loopback alone. */
const settingsOf = (origin: string, database: string) => `
port = ${new URL(origin).port}
bind_address = "127.0.0.1"
external_url = "${origin}"
login_url = "login.html"
api_prefix = "api"
static_files_path = "/usr/share/glewlwyd/webapp/"
log_mode = "console"
log_level = "WARNING"
cookie_domain = "localhost"
cookie_secure = 0
session_key = "GLEWLWYD2_SESSION_ID"
session_expiration = 86400
admin_scope = "g_admin"
profile_scope = "g_profile"
user_module_path = "/usr/lib/glewlwyd/user"
user_middleware_module_path = "/usr/lib/glewlwyd/user"
client_module_path = "/usr/lib/glewlwyd/client"
user_auth_scheme_module_path = "/usr/lib/glewlwyd/scheme"
plugin_module_path = "/usr/lib/glewlwyd/plugin"
hash_algorithm = "SHA512"
database = { type = "sqlite3" path = "${database}" };
`

/** What it stores of a person beside name and e-mail address. */
const userFields = {
  groups: { multiple: true, read: true, write: true },
  emailVerified: { multiple: false, read: true, write: true },
  givenName: { multiple: false, read: true, write: true },
}

/** Of its OpenID Connect: the code flow with PKCE and refresh tokens, signed by a new key. */
function parametersOf(issuer: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = { ...privateKey.export({ format: 'jwk' }), kid: crypto.randomUUID(), alg: 'ES256' }
  const claim = (name: string, property: string, more: object) => ({
    name,
    'user-property': property,
    mandatory: true,
    ...more,
  })
  return {
    iss: issuer,
    'jwks-private': JSON.stringify({ keys: [key] }),
    'jwks-show': true,
    'jwt-type': 'ecdsa',
    'jwt-key-size': '256',
    'subject-type': 'public',
    'code-duration': 60,
    'access-token-duration': 600,
    'refresh-token-duration': 86_400,
    'refresh-token-rolling': true,
    'allow-non-oidc': true,
    'auth-type-code-enabled': true,
    'auth-type-refresh-enabled': true,
    'auth-type-token-enabled': false,
    'auth-type-implicit-enabled': false,
    'auth-type-password-enabled': false,
    'auth-type-client-enabled': false,
    'auth-type-device-enabled': false,
    'pkce-allowed': true,
    'pkce-required': true,
    'email-claim': 'mandatory',
    claims: [
      claim('groups', 'groups', { type: 'string' }),
      claim('given_name', 'givenName', { type: 'string' }),
      claim('email_verified', 'emailVerified', {
        type: 'boolean',
        'boolean-value-true': 'yes',
        'boolean-value-false': 'no',
      }),
    ],
  }
}
