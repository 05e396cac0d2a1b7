import { ingestRecords, session } from '@packboard/contract'

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
