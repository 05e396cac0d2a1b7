import {
  addIdentityProvider,
  identityProviders,
  type Management,
  providerOfDomain,
} from '@packboard/management'
import { openTestManagement, type TestManagement } from '@packboard/management/testing'
import type { PanelScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { panelScope } from '../access/panelScope.ts'
import { proveDomains } from './proveDomains.ts'

let opened: TestManagement
let management: Management
beforeAll(async () => {
  opened = await openTestManagement()
  management = opened.management
})
afterAll(() => opened?.close())

const editor = { userId: 1, username: 'admin' }
const ofClient = (clientId: number) =>
  panelScope({ ...editor, role: 'clientAdmin', clientId, distributorId: null })

const add = (scope: PanelScope, name: string, domains: string[]) =>
  addIdentityProvider(management, editor, scope, {
    name,
    domains,
    issuer: 'https://login.example',
    oidcClientId: 'packboard',
    scopes: 'openid',
    roleClaim: 'groups',
    roles: [],
    firstSignIn: 'approval',
    enabled: true,
    forced: false,
    breakGlassUserId: null,
  })

/** What the owner of each domain is to put into the DNS. */
async function recordsOf(scope: PanelScope) {
  const [provider] = await identityProviders(management, scope)
  return new Map(provider?.domains.map(({ domain, record }) => [domain, record]))
}

test('a domain is the provider’s when its own text stands in the DNS, and nobody else’s after that', async () => {
  const [one, two] = [ofClient(1), ofClient(2)]
  const northfield = await add(one, 'Northfield', ['northfield.example', 'sweets.example'])
  const taker = await add(two, 'Taker', ['northfield.example'])
  const mine = (await recordsOf(one)).get('northfield.example')
  const theirs = (await recordsOf(two)).get('northfield.example')
  expect(mine?.name).toBe('_packboard.northfield.example')
  expect(mine?.value).not.toBe(theirs?.value)
  const dns = new Map<string, string[][]>()
  const prove = (scope: PanelScope, id: number) =>
    proveDomains(
      {
        management,
        log: capturedLog().log,
        find: async (name) => dns.get(name) ?? Promise.reject(new Error('ENOTFOUND')),
      },
      editor,
      scope,
      id,
    )
  await prove(one, northfield)
  expect(await providerOfDomain(management, 'northfield.example')).toBe(undefined)

  // A long text comes in pieces, beside others.
  const value = mine?.value ?? ''
  dns.set('_packboard.northfield.example', [['v=spf1 -all'], [value.slice(0, 20), value.slice(20)]])
  await prove(two, taker)
  expect(await providerOfDomain(management, 'northfield.example')).toBe(undefined)
  await prove(one, northfield)
  expect(await providerOfDomain(management, 'northfield.example')).toBe(northfield)
  expect(await providerOfDomain(management, 'sweets.example')).toBe(undefined)
  expect((await recordsOf(one)).get('northfield.example')).toBe(null)

  // The one that comes later has another record, and is late.
  dns.set('_packboard.northfield.example', [[theirs?.value ?? '']])
  await expect(prove(two, taker)).rejects.toMatchObject({ code: 'company.domainTaken' })
  await expect(prove(two, northfield)).rejects.toMatchObject({ code: 'company.notFound' })
})
