import { ingestCounts } from '@packboard/contract'
import { goldenAlarm, goldenShift } from './goldenShift.ts'
import { openTestServer, type TestServer } from './openTestServer.ts'

/** A server with the records of a few machines, called as a page calls it. */
export type FactoryFloor = {
  readonly server: TestServer
  /** Calls as the user of client 1, or as another person. */
  get(path: string, query?: Record<string, string>, person?: string): Promise<Answer>
  post(path: string, body: object, person?: string): Promise<Answer>
  send(serialNo: string, records: readonly object[]): Promise<void>
  close(): Promise<void>
}

export type Answer = { readonly status: number; readonly body: unknown }

/** The present of these tests: behind the days on which clocks changed in spring. */
export const floorNow = Date.parse('2026-04-10T12:00:00.000Z')
/** When the golden shift of VF-401 began. */
export const goldenStart = Date.parse('2026-04-08T06:00:00.000Z')
/** The twelve hours of the golden shift. */
export const goldenWindow = {
  start_date: '2026-04-08',
  end_date: '2026-04-08',
  start_time: '06:00',
  end_time: '18:00',
  timezone: 'UTC',
}

/**
 * Opens a server with the golden shift on VF-401, a restless FW-101, and the machines of another client that did the
 * same.
 */
export async function openFactoryFloor(now: () => number = () => floorNow): Promise<FactoryFloor> {
  const server = await openTestServer({ now })
  const tokens = new Map<string, string>()

  async function tokenOf(person: string): Promise<string> {
    const known = tokens.get(person)
    if (known !== undefined) return known
    const { accessToken } = await server.signIn(person)
    tokens.set(person, accessToken)
    return accessToken
  }

  async function answered(answer: Response): Promise<Answer> {
    const text = await answer.text()
    const isJson = answer.headers.get('content-type')?.includes('json')
    return { status: answer.status, body: isJson ? JSON.parse(text) : text }
  }

  const floor: FactoryFloor = {
    server,
    async get(path, query = {}, person = 'user') {
      const requested = new URLSearchParams({ clientId: '1', ...goldenWindow, ...query })
      return answered(await server.ask(`${path}?${requested}`, { token: await tokenOf(person) }))
    },
    async post(path, body, person = 'user') {
      const requested = { clientId: 1, ...goldenWindow, ...body }
      return answered(await server.ask(path, { token: await tokenOf(person), body: requested }))
    },
    async send(serialNo, records) {
      const answer = await server.send(serialNo, records)
      if (answer.status !== 200) throw new Error(await answer.text())
      const { accepted, quarantined } = ingestCounts.parse(await answer.json())
      if (quarantined > 0 || accepted === 0) throw new Error(`${quarantined} were put aside`)
    },
    close: () => server.close(),
  }

  await floor.send('VF-401', [
    ...goldenShift('VF-401', goldenStart),
    goldenAlarm('VF-401', goldenStart),
  ])
  await floor.send('FW-101', restlessShift('FW-101', goldenStart, 7))
  await floor.send('FW-511', [
    ...goldenShift('FW-511', goldenStart, ['Havrekjeks 200 g', 'Saltkjeks 80 g']),
    goldenAlarm('FW-511', goldenStart),
  ])
  return floor
}

/** Four hours of a machine that changes all the time, falls silent, jumps with its counter and sends odd states. */
export function restlessShift(serialNo: string, start: number, seed: number): object[] {
  let random = seed
  const next = (below: number) => {
    random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
    return random % below
  }
  const products = ['Milk Bar 45 g', 'Nougat Bar 60 g', 'Unlisted']
  const records: object[] = []
  let packs = 60_000
  let second = next(20)
  for (let seq = 0; second < 14_300; seq++) {
    packs = packs > 64_000 ? next(100) : packs + next(30)
    const time = start + second * 1_000 + next(1_000)
    records.push({
      kind: 'sample',
      serialNo,
      time,
      seq,
      state: [10, 10, 10, 21, 8, 19, 9, 20, 77][next(9)],
      product: products[next(20) === 0 ? 1 + next(2) : 0],
      tool: next(30) === 0 ? 'Former 60' : 'Former 45',
      user: 'P. Okafor',
      speed: 100 + next(90),
      packs: packs + next(4) / 4,
    })
    if (next(6) === 0) {
      const [group, description] = [
        ['Jaws', 'Pack in jaws'],
        ['Film', 'Film low'],
        ['Infeed', '=HYPERLINK("x")'],
      ][next(3)] ?? ['Safety', 'Door open']
      records.push({ kind: 'alarm', serialNo, raisedAt: time + next(3_000), group, description })
    }
    second += next(12) === 0 ? 150 : 3 + next(25)
  }
  return records
}
