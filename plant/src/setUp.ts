import {
  clientLineFlow,
  clientPlan,
  clientReasons,
  reasonTemplates,
  session,
  setLineFlow,
  setPlan,
  setReasons,
  signIn,
  signOut,
} from '@packboard/contract'
import {
  type DemoClient,
  demoAccounts,
  demoPassword,
  demoPlant,
  plannedTimes,
} from '@packboard/demo/plant'
import { localDate, type Plan, type PlanWeek } from '@packboard/model'

/** The plan of a client of the demo from a day on, made of the rows that say when its lines work. */
export function planOf({ machines, week }: DemoClient, validFrom: string): Plan {
  const lines = [...new Set(machines.map(({ lineName }) => lineName))]
  const weekOf = (line: string | null, lineName: string): PlanWeek => ({
    line,
    validFrom,
    entries: plannedTimes(week, lineName),
  })
  const [first = '', ...others] = lines
  const entriesOf = (lineName: string) => JSON.stringify(plannedTimes(week, lineName))
  const own = others.filter((lineName) => entriesOf(lineName) !== entriesOf(first))
  return {
    weeks: [weekOf(null, first), ...own.map((lineName) => weekOf(lineName, lineName))],
    exceptions: [],
  }
}

/** Calls the product as a person who is signed in; throws where it refuses. */
type Call = (method: string, path: string, body?: object) => Promise<unknown>

async function asPerson(
  httpUrl: string,
  username: string,
  work: (call: Call) => Promise<void>,
): Promise<void> {
  const callWith =
    (token?: string): Call =>
    async (method, path, body) => {
      const answer = await fetch(new URL(path, httpUrl), {
        method,
        headers: {
          ...(body && { 'content-type': 'application/json' }),
          ...(token && { 'x-access-token': token }),
        },
        ...(body && { body: JSON.stringify(body) }),
      })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${method} ${path} was refused: ${answer.status} ${text}`)
      return JSON.parse(text)
    }
  const password = demoPassword
  const path = signIn.path.replace(':slug', 'packboard')
  const signedIn = await callWith()('POST', path, { username, password, browserSaved: false })
  const call = callWith(session.pick({ accessToken: true }).parse(signedIn).accessToken)
  try {
    await work(call)
  } finally {
    await call(signOut.method, signOut.path)
  }
}

async function enterPlan(call: Call, client: DemoClient, since: Date): Promise<void> {
  const path = setPlan.path.replace(':clientId', String(client.id))
  const { version } = clientPlan.answer.parse(await call('GET', path))
  if (version > 0) return
  await call('PUT', path, { ...planOf(client, localDate(since, client.zone)), version: 0 })
}

/** From the beginning: the lines have always stood like this. */
async function enterFlows(call: Call, { id, flows }: DemoClient): Promise<void> {
  if (flows.length === 0) return
  const path = setLineFlow.path.replace(':clientId', String(id))
  const { version } = clientLineFlow.answer.parse(await call('GET', path))
  if (version > 0) return
  await call('PUT', path, {
    lines: flows.map((flow) => ({ ...flow, validFrom: null })),
    version: 0,
  })
}

/** The list "Every machine". */
async function enterReasons(call: Call, { id }: DemoClient): Promise<void> {
  const path = setReasons.path.replace(':clientId', String(id))
  const { version } = clientReasons.answer.parse(await call('GET', path))
  if (version > 0) return
  const { templates } = reasonTemplates.answer.parse(
    await call('GET', reasonTemplates.path.replace(':clientId', String(id))),
  )
  const reasons = templates.find(({ key }) => key === 'general')?.reasons ?? []
  await call('PUT', path, { reasons, version: 0 })
}

/**
 * Enters what the people of the demo have set up, as a person does it, by call: the plans of all clients from a day on, the flows of
 * their lines, and why machines stand at the one that has people of its own. What a person has changed since stays.
 */
export async function enterSetUp(httpUrl: string, since: Date): Promise<void> {
  const adminOf = (clientId: number) =>
    demoAccounts.find((account) => account.clientId === clientId && account.role === 'clientAdmin')
      ?.username
  const byPerson = Map.groupBy(demoPlant, ({ id }) => adminOf(id) ?? 'admin')
  for (const [username, clients] of byPerson) {
    await asPerson(httpUrl, username, async (call) => {
      for (const client of clients) {
        await enterPlan(call, client, since)
        await enterFlows(call, client)
        if (adminOf(client.id) !== undefined) await enterReasons(call, client)
      }
    })
  }
}
