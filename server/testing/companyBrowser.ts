import { createHash, randomBytes } from 'node:crypto'
import { addIdentityProvider, companySession, failure } from '@packboard/contract'
import { addNeighbours } from './neighbours.ts'
import {
  companyClient,
  companySecret,
  followTo,
  openCompany,
  type TestCompany,
} from './openCompany.ts'
import { openTestServer, type TestServer } from './openTestServer.ts'

export const publicUrl = 'https://packboard.example'

/** What a browser keeps until its company has answered, and what it begins with. */
export function browserSecret() {
  const secret = randomBytes(32).toString('base64url')
  return { secret, challenge: createHash('sha256').update(secret).digest('base64url') }
}

/** A Packboard, and a company whose people sign in by it. */
export type CompanyServer = {
  readonly company: TestCompany
  readonly server: TestServer
  /** How far the clock of Packboard is ahead, ms. */
  ahead: number
  /** A session of this person of the demo that was confirmed just now. */
  token(username: string): Promise<string>
  /** Adds a company sign-in of client 1 in the name of an admin, or changes of the form, and returns its number. */
  add(form?: object): Promise<number>
  /** Changes a company sign-in in the name of an admin. */
  update(id: number, form?: object): Promise<Response>
  /** Where a browser lands that goes to this address: on a screen of Packboard, with what stands behind the #. */
  follow(address: string): Promise<{ readonly code: string; readonly failed: string }>
  /** A person signs in by its company: the whole way of a browser. What Packboard answered at its end. */
  come(id: number, subject: string): Promise<Response>
  /** The same in a word: the role that it signed in with, or the code of the failure. */
  outcome(id: number, subject: string): Promise<string>
  close(): Promise<void>
}

export async function openCompanyServer(
  env: Record<string, string> = { PUBLIC_URL: publicUrl },
): Promise<CompanyServer> {
  let reach = ''
  const company = await openCompany(publicUrl, () => reach)
  const open: { ahead: number } = { ahead: 0 }
  const server = await openTestServer({
    now: () => Date.now() + open.ahead,
    env: { OIDC_HOSTS: 'localhost', ...env },
  })
  reach = server.url
  await addNeighbours(server.deps.management)
  const form = (more: object) => ({
    name: 'Northfield',
    issuer: company.issuer,
    oidcClientId: companyClient,
    secret: companySecret,
    enabled: true,
    firstSignIn: 'account',
    roles: [
      { value: 'leads', role: 'clientAdmin' },
      { value: '*', role: 'user' },
    ],
    domains: ['northfield.example'],
    ...more,
  })

  return Object.assign(open, {
    company,
    server,
    async token(username: string) {
      return (await server.signIn(username)).accessToken
    },
    async add(more: object = {}) {
      const token = (await server.signIn('admin')).accessToken
      const body = form({ clientId: 1, ...more })
      const answer = await server.ask(addIdentityProvider.path, { token, body })
      if (answer.status !== 200) throw new Error(await answer.text())
      return addIdentityProvider.answer.parse(await answer.json()).id
    },
    async update(id: number, more: object = {}) {
      const token = (await server.signIn('admin')).accessToken
      const path = `${addIdentityProvider.path}/${id}`
      return server.ask(path, { method: 'PUT', token, body: form(more) })
    },
    async follow(address: string) {
      const { hash } = await followTo(address, { publicUrl, reach: server.url })
      const [, code = ''] = /^#code=(.+)$/.exec(hash) ?? []
      const [, failed = ''] = /^#failed=(.+)$/.exec(hash) ?? []
      return { code, failed }
    },
    async come(id: number, subject: string) {
      company.present = subject
      const { secret, challenge } = browserSecret()
      const { code, failed } = await this.follow(startOf(id, challenge))
      if (failed !== '')
        return Response.json({ message: '', code: failed, requestId: '' }, { status: 400 })
      return server.ask(companySession.path, { body: { code, secret } })
    },
    async outcome(id: number, subject: string) {
      const answer = await this.come(id, subject)
      const body: unknown = await answer.json()
      return answer.status === 200
        ? companySession.answer.parse(body).role
        : failure.parse(body).code
    },
    async close() {
      await server.close()
      await company.close()
    },
  })
}

/** Where a browser begins to sign in. */
export const startOf = (id: number, challenge: string) =>
  `/api/auth/oidc/${id}/start?challenge=${challenge}`
