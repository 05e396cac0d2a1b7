import {
  hashPassword,
  type Management,
  machineDirectory,
  type ProductRecipe,
  passwordFits,
  writeAudit,
} from '@packboard/management'
import {
  beginSettings,
  columnsOfRecipe,
  type Db,
  deviceKey,
  hashOfCredential,
  type Inside,
  inside,
} from '@packboard/management/seeding'
import { groupOfRole, type ShiftStart } from '@packboard/model'
import { sql } from 'kysely'
import { seedAlertRules } from './demoAlerts.ts'
import {
  type DemoClient,
  type DemoProduct,
  demoAccounts,
  demoClients,
  demoDistributors,
  demoMachineTypes,
  demoPassword,
  gatewayName,
} from './demoData.ts'
import { shiftStarts } from './demoWeek.ts'
import { imageBase } from './machineImages.ts'

export { demoAccounts } from './demoData.ts'

/** The shifts of the demo's clients by number, as their crews work them; the others have not set any. */
const demoShifts: ReadonlyMap<number, readonly ShiftStart[]> = new Map(
  demoClients.flatMap(({ id, week }) => {
    const starts = shiftStarts(week)
    return starts.length === 0 ? [] : [[id, starts] as const]
  }),
)

/** A product of the demo as its maker would have set it up: a bar in film, or a bag weighed by a checkweigher. */
export function demoRecipe({
  name,
  targetPpm,
  bagged,
  grams,
  costPerKg,
}: DemoProduct): ProductRecipe {
  // What one may be short of the weight on the label: 9 % of a small pack, 4.5 g of a bag of up to 200 g.
  const tolerance = Math.min(4.5, tenths(grams * 0.09))
  return {
    product: name,
    targetPpm,
    costPerKg,
    extraCost: bagged ? 0.04 : 0.02,
    t1Setpoint: bagged ? 165 : 145,
    tolerance,
    weight: grams,
    countThreshold: bagged ? 25 : 50,
    adjustMax: tenths(grams + tolerance),
    adjustMin: tenths(grams - tolerance),
    adjustStartPercent: 80,
    autoAdjust: bagged,
    adjustStartWeight: tenths(grams * 0.8),
    checkweigherProgram: bagged ? Math.round(grams / 10) : null,
    checkweigherBypass: !bagged,
    tare: bagged ? 4.2 : 0.8,
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10

const demoLock = 7_270_002

/**
 * Fills an empty management store with the demo, whole or not at all. A store that has a client already is not touched,
 * so that changes made in the demo are kept. `alerts`: with rules of alerts, which send.
 */
export async function seedDemo(
  management: Management,
  clients: readonly DemoClient[] = demoClients,
  { alerts = false } = {},
): Promise<'seeded' | 'known'> {
  const store = inside(management)
  // One hash for all: all accounts share one public password, and a start must not take seconds.
  const passwordHash = await hashPassword(demoPassword)
  const outcome = await store.write((db) =>
    db.transaction().execute(async (change) => {
      await sql`select pg_advisory_xact_lock(${demoLock})`.execute(change)
      const known = await change.selectFrom('client').select('id').limit(1).executeTakeFirst()
      if (known) return 'known'
      await seedDistributors(change)
      const typeIds = await seedMachineTypes(change)
      const key = await deviceKey(change)
      for (const client of clients) await seedClient(change, client, typeIds, key)
      await seedAccounts(change, passwordHash)
      if (alerts) await seedAlertRules(change)
      await writeAudit(change, { userId: null, username: 'Packboard' }, 'seed', 'demo', {
        id: null,
        clientId: null,
      })
      return 'seeded'
    }),
  )
  if (outcome === 'seeded') await (await machineDirectory(management)).refresh()
  return outcome
}

/**
 * Does an account with the demo's public password still exist? While one does, Packboard listens on loopback only
 * (D50).
 */
export async function demoAccountsExist(management: Management): Promise<boolean> {
  const store = inside(management)
  const rows = await store.read((db) =>
    db
      .selectFrom('user_account')
      .select('password_hash')
      .distinct()
      .where(
        'username',
        'in',
        demoAccounts.map(({ username }) => username),
      )
      .where('deleted_at', 'is', null)
      .where('password_hash', 'is not', null)
      .execute(),
  )
  for (const { password_hash: hash } of rows) {
    if (await passwordFits(hash, demoPassword)) return true
  }
  return demoDevicesExist(store)
}

async function demoDevicesExist(store: Inside): Promise<boolean> {
  const names = demoClients.flatMap(({ slug, machines }) => [
    gatewayName(slug),
    ...machines.map(({ serialNo }) => serialNo),
  ])
  const token = await store.read(async (db) => {
    const key = await deviceKey(db)
    return db
      .selectFrom('device_token as t')
      .innerJoin('device as d', 'd.id', 't.device_id')
      .select('d.id')
      .where(
        't.hash',
        'in',
        names.map((name) => hashOfCredential(key, name, demoPassword)),
      )
      .where('d.deleted_at', 'is', null)
      .executeTakeFirst()
  })
  return token !== undefined
}

async function seedDistributors(change: Db) {
  await change
    .insertInto('distributor')
    .values(
      demoDistributors.map((distributor) => ({
        id: distributor.id,
        name: distributor.name,
        location: distributor.location,
        contact_name: distributor.contactName,
        contact_email: distributor.contactEmail,
        contact_number: distributor.contactNumber,
      })),
    )
    .execute()
  await sql`select setval(pg_get_serial_sequence('distributor', 'id'), ${demoDistributors.length})`.execute(
    change,
  )
}

/** By no person, before everything. */
const seeded = { at: new Date(0), by: null }

async function seedMachineTypes(change: Db): Promise<Map<string, number>> {
  const rows = await change
    .insertInto('machine_type')
    .values(
      demoMachineTypes.map((type) => ({
        label: type.label,
        image_path: `${imageBase}${type.image}`,
      })),
    )
    .returning(['id', 'label'])
    .execute()
  const typeIds = new Map(rows.map(({ id, label }) => [label, id]))
  await beginSettings(
    change,
    seeded,
    demoMachineTypes.map(({ label, designPpm }) => ({
      ...{ clientId: null, machineTypeId: typeIds.get(label), kind: 'designSpeed' },
      value: designPpm,
    })),
  )
  return typeIds
}

async function seedClient(
  change: Db,
  client: DemoClient,
  typeIds: ReadonlyMap<string, number>,
  key: Buffer,
) {
  const { id: subscriptionId } = await change
    .selectFrom('subscription')
    .select('id')
    .where('label', '=', client.subscription)
    .executeTakeFirstOrThrow()
  await change
    .insertInto('client')
    .values({
      id: client.id,
      name: client.name,
      location: client.location,
      zone: client.zone,
      contact_name: client.contact.name,
      contact_email: client.contact.email,
      contact_number: client.contact.number,
      distributor_id: client.distributorId,
      subscription_id: subscriptionId,
    })
    .execute()
  await sql`select setval(pg_get_serial_sequence('client', 'id'), ${client.id})`.execute(change)

  const starts = demoShifts.get(client.id)
  if (starts) {
    await change
      .insertInto('shift_plan')
      .values({ client_id: client.id, starts: JSON.stringify(starts) })
      .execute()
  }

  const lineNames = [...new Set(client.machines.map(({ lineName }) => lineName))]
  const lines = await change
    .insertInto('line')
    .values(lineNames.map((name) => ({ client_id: client.id, name })))
    .returning(['id', 'name'])
    .execute()
  const lineIds = new Map(lines.map(({ id, name }) => [name, id]))
  const machines = await change
    .insertInto('machine')
    .values(
      client.machines.map((machine) => ({
        client_id: client.id,
        machine_type_id: typeIds.get(machine.machineType) ?? 0,
        line_id: lineIds.get(machine.lineName) ?? null,
        serial_no: machine.serialNo,
        ...(machine.packmlTags && {
          connector: 'packmlTags' as const,
          topic_prefix: machine.packmlTags.prefix,
          dictionary: JSON.stringify(machine.packmlTags.dictionary),
        }),
      })),
    )
    .returning(['id', 'serial_no'])
    .execute()
  await change
    .insertInto('product_recipe')
    .values(
      client.products.map((product) => ({
        client_id: client.id,
        ...columnsOfRecipe(demoRecipe(product)),
      })),
    )
    .execute()
  await beginSettings(change, seeded, [{ clientId: client.id, kind: 'rules', value: 'revised' }])
  await beginSettings(
    change,
    seeded,
    client.products.map(({ name, targetPpm }) => ({
      ...{ clientId: client.id, kind: 'targetSpeed', product: name, value: targetPpm },
    })),
  )
  await beginSettings(
    change,
    seeded,
    targetsByType(client).map(({ machineType, ...target }) => ({
      ...{ clientId: client.id, machineTypeId: typeIds.get(machineType), kind: 'targetSpeed' },
      ...target,
    })),
  )

  for (const { id, serial_no: serialNo } of machines) {
    await seedDevice(change, client.id, serialNo, [id], key)
  }
  const all = machines.map(({ id }) => id)
  await seedDevice(change, client.id, gatewayName(client.slug), all, key, true)
}

/** Of the machine types that count something else than packs: their speeds for the products of the lines in which they stand. */
function targetsByType({ machines, products }: DemoClient) {
  return demoMachineTypes.flatMap(({ label, targetShare }) =>
    targetShare === 1 || !machines.some(({ machineType }) => machineType === label)
      ? []
      : products
          .filter(({ bagged }) => bagged)
          .map(({ name, targetPpm }) => ({
            ...{ machineType: label, product: name, value: tenths(targetPpm * targetShare) },
          })),
  )
}

async function seedDevice(
  change: Db,
  clientId: number,
  name: string,
  machineIds: number[],
  key: Buffer,
  everyMachine = false,
) {
  const { id } = await change
    .insertInto('device')
    .values({ name, every_machine: everyMachine, client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The only devices whose token everybody knows (D50).
  await change
    .insertInto('device_token')
    .values({
      hash: hashOfCredential(key, name, demoPassword),
      device_id: id,
      created_at: new Date(),
      expires_at: null,
    })
    .execute()
  await change
    .insertInto('device_machine')
    .values(
      machineIds.map((machineId) => ({
        device_id: id,
        machine_id: machineId,
        client_id: clientId,
      })),
    )
    .execute()
}

async function seedAccounts(change: Db, passwordHash: string) {
  await change
    .insertInto('user_account')
    .values(
      demoAccounts.map((account) => ({
        username: account.username,
        email: `${account.username}@packboard.example`,
        first_name: account.firstName,
        last_name: account.lastName,
        group_id: groupOfRole(account.role),
        client_id: account.clientId,
        distributor_id: account.distributorId,
        password_hash: passwordHash,
      })),
    )
    .execute()
}
