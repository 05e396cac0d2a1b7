import { addMachine, ingestRecords, machineToken, machineTypes } from '@packboard/contract'
import { connectMachine, numberOfMachine } from './packboardCalls.ts'

const machines = 5
const recordsOfEach = 370
const holdSeconds = 86_400
const dayMs = 86_400_000

async function post(url: string, token: string, path: string, body: object) {
  const answer = await fetch(url + path, {
    ...{ method: 'POST', body: JSON.stringify(body) },
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
  return JSON.parse(text)
}

async function send(url: string, admin: string, round: number) {
  const listed = await fetch(url + machineTypes.path, { headers: { 'x-access-token': admin } })
  const [type] = machineTypes.answer.parse(await listed.json()).machines
  const begin = Math.floor(Date.now() / 60_000) * 60_000 - (recordsOfEach - 2) * dayMs
  for (let number = 1; number <= machines; number += 1) {
    const serialNo = `HOLD-${round}-${number}`
    await post(url, admin, addMachine.path, {
      ...{ clientId: 1, machineTypeId: type?.id, machineId: serialNo },
    })
    await connectMachine(url, admin, serialNo, { door: 'http', holdSeconds })
    const id = await numberOfMachine(url, admin, serialNo)
    const made = await post(url, admin, machineToken.path.replace(':id', String(id)), {})
    const { name, token } = machineToken.answer.parse(made)
    const records = Array.from({ length: recordsOfEach }, (_, day) => ({
      ...{ kind: 'sample', serialNo, time: begin + day * dayMs, state: day % 2 ? 10 : 8 },
    }))
    await post(url, `${name}:${token}`, ingestRecords.path, records)
  }
}

/** Few records, each of which holds for a day: 2.6 million minutes to compute, at a year's distance. */
export const heldDays = { name: 'D-2 a hold limit of 24 h', ms: 90_000, send }
