import { ingestRecords, managedMachines, session, updateConnection } from '@packboard/contract'

/** Sends records of one machine; refused or failed is an error. */
export async function ingest(url: string, serialNo: string, records: object[]) {
  const answer = await fetch(url + ingestRecords.path, {
    method: 'POST',
    headers: { 'x-access-token': `${serialNo}:packboard`, 'content-type': 'application/json' },
    body: JSON.stringify(records),
  })
  await answer.body?.cancel()
  if (!answer.ok) throw new Error(`${serialNo}: ${answer.status}`)
}

/** The token of a demo account. */
export async function signIn(url: string, username: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: 'packboard' }),
  })
  return session.parse(await answer.json()).accessToken
}

/** The number of a machine in the addresses of the panel. */
export async function numberOfMachine(url: string, token: string, serialNo: string) {
  const listed = await fetch(url + managedMachines.path, { headers: { 'x-access-token': token } })
  const { machines } = managedMachines.answer.parse(await listed.json())
  const row = machines.find(({ machineId }) => machineId === serialNo)
  if (!row) throw new Error(`There is no machine ${serialNo}`)
  return row.id
}

/** Sets how a machine sends. */
export async function connectMachine(url: string, token: string, serialNo: string, body: object) {
  const id = await numberOfMachine(url, token, serialNo)
  const answer = await fetch(url + updateConnection.path.replace(':id', String(id)), {
    method: updateConnection.method,
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${serialNo}: ${answer.status} ${await answer.text()}`)
}
