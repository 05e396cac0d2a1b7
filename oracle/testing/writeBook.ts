import { createSession } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import { groupOfRole } from '@packboard/model'
import type { TestServer } from '@packboard/server/testing/openTestServer'
import { at } from '../src/callWire.ts'
import type { RawLabel, RawReason } from '../src/rawRecords.ts'
import type { RawPlant } from '../src/referencePlant.ts'
import { askAgain } from './askAgain.ts'

/** Writes the stop book of a plant by the calls of the API, by its people. */
export async function writerOf(server: TestServer, plant: RawPlant, clientId: number) {
  const { seed, book } = plant
  const ids: number[] = []
  if (book === undefined) return { seed, ids, write: async () => {}, end: async () => {} }
  const person = (name: string, role: 'engineer' | 'clientAdmin') =>
    personOf(server, { name: `${name}-${seed}`, role, clientId })
  const people = {
    first: await person('first', 'engineer'),
    second: await person('second', 'engineer'),
  }
  const editor = await person('editor', 'clientAdmin')
  const setReasons = async (reasons: readonly RawReason[]) => {
    const body = { reasons: reasons.map(wireReason) }
    const path = `/api/admin/reasons/${clientId}`
    const token = await editor()
    await done(await askAgain(server, path, { method: 'PUT', token, body }), plant)
  }
  const write = async (label: RawLabel, token: string) => {
    const change = wire(label, ids)
    const body = { clientId, machineId: label.serialNo, key: keyOf(label), change }
    const answer = await askAgain(server, '/api/admin/stops/label', { method: 'POST', token, body })
    ids.push(Number(at(await done(answer, plant, body), 'labelId')))
    // Another person who still sees what was there before comes second.
    if (label.replaces.length === 0 || label.place % 3 > 0) return
    const again = { ...body, key: keyOf({ ...label, place: label.place + 1_000_000 }) }
    const late = await askAgain(server, '/api/admin/stops/label', {
      method: 'POST',
      token,
      body: again,
    })
    const code = at(await late.json(), 'code')
    if (late.status !== 409 || code !== 'label.taken') {
      throw new Error(`${plant.name}: a second person got ${late.status} ${code}`)
    }
  }
  await setReasons(book.reasons.map((reason) => ({ ...reason, retired: false })))
  return {
    seed,
    ids,
    /** What was written at a time of receipt. */
    async write(now: number) {
      const due = book.labels.filter((one) => one.at === now)
      if (due.length === 0) return
      const [first, second] = [await people.first(), await people.second()]
      for (const label of due) await write(label, label.by.startsWith('first') ? first : second)
    },
    end: () => setReasons(book.reasons),
  }
}

async function personOf(
  server: TestServer,
  { name, role, clientId }: { name: string; role: 'engineer' | 'clientAdmin'; clientId: number },
): Promise<() => Promise<string>> {
  const { management } = server.deps
  const { id: userId } = await tables(management)
    .insertInto('user_account')
    .values({ username: name, group_id: groupOfRole(role), client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow()
  // The clock moves on by weeks: each time a session of its own.
  return () =>
    createSession(management, {
      userId,
      role,
      browserSaved: true,
      way: 'password',
      confirmedAt: null,
    })
}

async function done(answer: Response, { name }: RawPlant, body?: object): Promise<unknown> {
  const text = await answer.text()
  if (answer.status === 200) return JSON.parse(text)
  throw new Error(`${name}: ${answer.status} ${text} ${JSON.stringify(body)}`)
}

const keyOf = ({ place }: RawLabel) => `11111111-1111-4111-8111-${String(place).padStart(12, '0')}`

function wire(label: RawLabel, ids: readonly number[]) {
  const { action, reason, note, untilRun } = label
  return {
    action,
    from: new Date(label.from).toISOString(),
    to: new Date(label.to).toISOString(),
    replaces: label.replaces.map((place) => ids[place - 1]),
    ...(action === 'takeBack' ? { untilRun } : { reason, note }),
    ...(action === 'label' && { untilRun }),
  }
}

const wireReason = (reason: RawReason, index: number) => ({
  ...reason,
  ...{ parent: null, name: { en: `Reason ${index}` }, icon: 'film' },
  rank: index + 1,
})
