import { readdir, readFile } from 'node:fs/promises'
import { allDistributors, allMachineTypes, allSubscriptions } from '@packboard/management'
import { openTestManagement, runSql, type TestManagement } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPlant } from './demoPlant.ts'
import { demoImage, imageBase } from './machineImages.ts'
import { demoAccountsExist, seedDemo } from './seedDemo.ts'

let opened: TestManagement

beforeAll(async () => {
  opened = await openTestManagement({ demo: false })
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)

const counts = () =>
  run(`select (select count(*)::int from distributor) as distributors,
              (select count(*)::int from client) as clients,
              (select count(*)::int from line) as lines,
              (select count(*)::int from machine) as machines,
              (select count(*)::int from user_account) as accounts,
              (select count(*)::int from device) as devices,
              (select count(*)::int from device_machine) as bindings,
              (select count(*)::int from product_recipe) as recipes,
              (select count(*)::int from audit_log) as changes`)
const whole = {
  distributors: 2,
  clients: 4,
  lines: 11,
  machines: 23,
  accounts: 5,
  // 23 machines, 4 gateways.
  devices: 27,
  bindings: 46,
  recipes: 21,
  changes: 1,
}

test('an empty installation has its subscriptions and no account at all', async () => {
  expect(await allSubscriptions(opened.management)).toMatchObject([
    { label: 'premium' },
    { label: 'standard' },
  ])
  expect(await run('select 1 from user_account')).toEqual([])
  expect(await demoAccountsExist(opened.management)).toBe(false)
})

test('seeding twice, also at the same moment, is seeding once', async () => {
  const outcomes = await Promise.all([seedDemo(opened.management), seedDemo(opened.management)])
  expect(outcomes.sort()).toEqual(['known', 'seeded'])
  expect(await counts()).toEqual([whole])
  expect(await seedDemo(opened.management)).toBe('known')
  expect(await counts()).toEqual([whole])
})

test('what was changed in the demo stays changed', async () => {
  await run(`update client set name = 'Renamed' where id = 2`)
  await seedDemo(opened.management)
  expect(await run('select name from client where id = 2')).toEqual([{ name: 'Renamed' }])
  await run(`update client set name = 'Norsk Kjeks AS' where id = 2`)
})

test('new clients and distributors get numbers after the demo’s', async () => {
  expect(
    await run(`insert into client (name, subscription_id) values ('Fifth', 1) returning id`),
  ).toEqual([{ id: 5 }])
  expect(await run(`insert into distributor (name) values ('Third') returning id`)).toEqual([
    { id: 3 },
  ])
  await run(`delete from client where id = 5; `)
  await run('delete from distributor where id = 3')
})

test('distributors and machine types are as the demo says', async () => {
  expect((await allDistributors(opened.management)).map(({ name }) => name)).toEqual([
    'Alder Packaging Services',
    'Baltic Pack Partners',
  ])
  expect(await allMachineTypes(opened.management)).toMatchObject([
    { label: 'Cartoner C-160' },
    { label: 'Case Packer K-40' },
    { label: 'Flow Wrapper FW-3' },
    { label: 'Flow Wrapper FW-5 twin' },
    { label: 'Palletiser P-6' },
    { label: 'VFFS V-240' },
  ])
  const designSpeeds = `select t.label, s.value from dated_setting s
    join machine_type t on t.id = s.machine_type_id where s.kind = 'designSpeed' order by t.label`
  expect(await run(designSpeeds)).toEqual([
    { label: 'Cartoner C-160', value: 160 },
    { label: 'Case Packer K-40', value: 40 },
    { label: 'Flow Wrapper FW-3', value: 220 },
    { label: 'Flow Wrapper FW-5 twin', value: 220 },
    { label: 'Palletiser P-6', value: 6 },
    { label: 'VFFS V-240', value: 90 },
  ])
})

test('no product is meant to run faster than the machines that pack it', () => {
  for (const { products, machines } of demoPlant) {
    for (const { bagged, targetPpm } of products) {
      const bagging = ['VFFS', 'Cartoner', 'Case Packer', 'Palletiser']
      const packers = machines.filter(
        ({ machineType }) => bagging.some((name) => machineType.startsWith(name)) === bagged,
      )
      expect(packers.length).toBeGreaterThan(0)
      for (const { designPpm, targetShare } of packers) {
        expect(targetPpm * targetShare).toBeLessThan(designPpm)
      }
    }
  }
})

test('a machine that counts cartons, cases or layers has its own target speed for each bag', async () => {
  const targets = `select t.label, s.product, s.value from dated_setting s
    join machine_type t on t.id = s.machine_type_id
    where s.kind = 'targetSpeed' and s.client_id = 2 order by s.product, t.label`
  expect(await run(targets)).toEqual([
    { label: 'Cartoner C-160', product: 'Minikjeks 125 g', value: 130 },
    { label: 'Case Packer K-40', product: 'Minikjeks 125 g', value: 26 },
    { label: 'Palletiser P-6', product: 'Minikjeks 125 g', value: 4.3 },
    { label: 'Cartoner C-160', product: 'Saltkjeks 80 g', value: 150 },
    { label: 'Case Packer K-40', product: 'Saltkjeks 80 g', value: 30 },
    { label: 'Palletiser P-6', product: 'Saltkjeks 80 g', value: 5 },
  ])
})

test('every flow names machines of its line once, and one key station', () => {
  const flows = demoPlant.flatMap(({ flows: own, machines }) =>
    own.map((flow) => ({ flow, machines })),
  )
  expect(flows).toHaveLength(1)
  for (const { flow, machines } of flows) {
    const onLine = machines.filter(({ lineName }) => lineName === flow.lineName)
    const placed = flow.stations.flatMap((station) => station.machines)
    expect(placed.toSorted()).toEqual(onLine.map(({ serialNo }) => serialNo).toSorted())
    expect(flow.stations.filter(({ key }) => key)).toHaveLength(1)
    for (const { needs, machines: own } of flow.stations) {
      expect(needs).toBeGreaterThan(0)
      expect(needs).toBeLessThanOrEqual(own.length)
    }
    expect(flow.stations.map(({ bufferSeconds }) => bufferSeconds)).toEqual([0, 90, 45, 90])
  }
})

test('every machine type has a picture that is really there, and no other name opens a file', async () => {
  for (const { imagePath } of await allMachineTypes(opened.management)) {
    expect(imagePath.startsWith(imageBase)).toBe(true)
    const image = await demoImage(imagePath.slice(imageBase.length))
    expect(image?.bytes.subarray(1, 4).toString()).toBe('PNG')
  }
  for (const name of ['vffs.svg', '../demoData.ts', '', '.', 'vffs.png/..', 'VFFS.png']) {
    expect(await demoImage(name)).toBeUndefined()
  }
})

test('the data of the plant come without the database', async () => {
  const here = new URL('.', import.meta.url)
  expect(await readdir(here)).toContain('demoPlant.ts')
  const files = ['demoPlant.ts', 'demoData.ts', 'demoWeek.ts']
  for (const file of files) {
    const text = await readFile(new URL(file, here), 'utf8')
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
    expect(imported.filter((name) => !files.some((known) => name === `./${known}`))).toEqual([])
  }
})

test('the demo’s password is noticed as long as one account has it', async () => {
  expect(await demoAccountsExist(opened.management)).toBe(true)
  await run('update user_account set password_hash = null')
  await run(
    `delete from device_token where device_id <> (select id from device where name = 'VF-712')`,
  )
  expect(await demoAccountsExist(opened.management)).toBe(true)
  await run(`update device set deleted_at = now() where name = 'VF-712'`)
  expect(await demoAccountsExist(opened.management)).toBe(false)
})
