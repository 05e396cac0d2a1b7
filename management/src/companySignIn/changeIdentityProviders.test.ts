import { grantPanelScope, type PanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import {
  addIdentityProvider,
  deleteIdentityProvider,
  type IdentityProviderForm,
  updateIdentityProvider,
} from './changeIdentityProviders.ts'
import { identityProviders, offeredProvider, providerForSignIn } from './identityProviders.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())
beforeEach(() => run('delete from identity_provider'))

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const all = grantPanelScope({ reach: 'all' })
const ofClient = (clientId: number) => grantPanelScope({ reach: 'client', clientId })
const ofDistributor = (distributorId: number) =>
  grantPanelScope({ reach: 'distributor', distributorId })

const form = (more: Partial<IdentityProviderForm> = {}): IdentityProviderForm => ({
  name: 'Northfield',
  oidcClientId: 'packboard',
  scopes: 'openid',
  roleClaim: 'groups',
  roles: [],
  firstSignIn: 'approval',
  enabled: true,
  forced: false,
  breakGlassUserId: null,
  domains: [],
  ...more,
})
type Owner = { clientId?: number; distributorId?: number }
const add = (scope: PanelScope, owner: Owner = {}, more: Partial<IdentityProviderForm> = {}) =>
  addIdentityProvider(opened.management, editor, scope, {
    ...form(more),
    ...owner,
    issuer: 'https://login.example',
  })
const names = async (scope: PanelScope) =>
  (await identityProviders(opened.management, scope)).map(({ name }) => name)
const row = (
  value: string,
  role: 'user' | 'engineer' | 'distributor',
  distributorId: number | null = null,
) => ({
  value,
  role,
  distributorId,
})

test('each sees and changes its own: an admin all, a distributor none of its clients', async () => {
  const northfield = await add(ofClient(1), {}, { name: 'Of client 1' })
  const other = await add(all, { clientId: 2 }, { name: 'Of client 2' })
  await add(ofDistributor(1), {}, { name: 'Of distributor 1' })
  await add(all, {}, { name: 'Of the installation' })
  expect(await names(all)).toHaveLength(4)
  expect(await names(ofClient(1))).toEqual(['Of client 1'])
  expect(await names(ofDistributor(1))).toEqual(['Of distributor 1'])
  expect(await names(ofDistributor(2))).toEqual([])
  const absent = { code: 'company.notFound', status: 404 }
  for (const [scope, id] of [
    [ofClient(1), other],
    [ofDistributor(1), northfield],
    [ofClient(1), 999_999],
  ] as const) {
    const change = updateIdentityProvider(opened.management, editor, scope, id, form())
    await expect(change).rejects.toMatchObject(absent)
    const removal = deleteIdentityProvider(opened.management, editor, scope, id)
    await expect(removal).rejects.toMatchObject(absent)
  }
  await expect(add(ofClient(1), { clientId: 2 })).rejects.toMatchObject({ code: 'client.notFound' })
  await expect(add(ofDistributor(1), { clientId: 1 })).rejects.toMatchObject({
    code: 'client.notFound',
  })
  await expect(add(ofDistributor(1), { distributorId: 2 })).rejects.toMatchObject({
    code: 'distributor.notFound',
  })
})

test('a secret is stored sealed, stays where none is sent, and is in no entry of the log', async () => {
  const id = await add(all, { clientId: 1 }, { secret: 'of the company' })
  await updateIdentityProvider(opened.management, editor, all, id, form({ name: 'Changed' }))
  const found = await providerForSignIn(opened.management, id)
  expect(found).toMatchObject({ name: 'Changed', secret: 'of the company', isSecretLost: false })
  const stored = JSON.stringify([
    await run('select p::text from identity_provider p'),
    await run('select l::text from audit_log l'),
    await identityProviders(opened.management, all),
  ])
  expect(stored).not.toContain('of the company')
  expect(
    await run(
      `select after from audit_log where action = 'create' and entity = 'identityProvider' and entity_id = ${id}`,
    ),
  ).toMatchObject([{ after: { name: 'Northfield', secretChanged: true, clientId: 1 } }])
})

test('a row of engineers that an admin wrote stays when the client’s administrator saves, and none is added', async () => {
  const id = await add(all, { clientId: 1 }, { roles: [row('techs', 'engineer')] })
  const save = (roles: IdentityProviderForm['roles']) =>
    updateIdentityProvider(opened.management, editor, ofClient(1), id, form({ roles }))
  await save([row('techs', 'engineer'), row('*', 'user')])
  await expect(save([row('others', 'engineer')])).rejects.toMatchObject({
    code: 'company.engineerByAdmin',
  })
  await save([row('*', 'user')])
  await expect(save([row('techs', 'engineer')])).rejects.toMatchObject({
    code: 'company.engineerByAdmin',
  })
})

test('a row of the installation names a distributor, one of an owner does not, and a value stands once', async () => {
  const invalid = { code: 'request.invalid' }
  const roles = (...rows: IdentityProviderForm['roles']) => ({ roles: rows })
  await expect(add(all, {}, roles(row('x', 'distributor')))).rejects.toMatchObject(invalid)
  await add(all, {}, roles(row('x', 'distributor', 2)))
  await expect(add(all, {}, roles(row('x', 'distributor', 999)))).rejects.toMatchObject({
    code: 'distributor.notFound',
  })
  const ofOther = roles(row('x', 'distributor', 2))
  await expect(add(ofDistributor(1), {}, ofOther)).rejects.toMatchObject(invalid)
  const twice = roles(row('x', 'user'), row('x', 'user'))
  await expect(add(ofClient(1), {}, twice)).rejects.toMatchObject(invalid)
})

test('two who save at one time: the second one looks again; five of an owner are enough', async () => {
  const id = await add(all, { clientId: 1 })
  const save = (version: number) =>
    updateIdentityProvider(opened.management, editor, all, id, { ...form({ name: 'A' }), version })
  const [before] = await identityProviders(opened.management, all)
  await save(before?.version ?? 0)
  await expect(save(before?.version ?? 0)).rejects.toMatchObject({ code: 'edit.conflict' })
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => add(all, { clientId: 1 })))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
})

test('of a deleted client nothing is offered, tried or shown', async () => {
  const id = await add(all, { clientId: 4 })
  expect(await offeredProvider(opened.management)).toBe(id)
  await run('update client set deleted_at = now() where id = 4')
  expect(await offeredProvider(opened.management)).toBe(null)
  expect(await providerForSignIn(opened.management, id)).toBe(undefined)
  expect(await names(all)).toEqual([])
  await run('update client set deleted_at = null where id = 4')
})
