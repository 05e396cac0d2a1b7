import { expect } from '@playwright/test'
import { address } from './people.ts'

/** Sends a record that cannot be accepted, with the token of a machine of the demo. */
export async function quarantineRecords(
  device: string,
  record: { serialNo: string; state: string },
) {
  const answer = await fetch(`${address()}/api/ingest/records`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-ndjson',
      'x-access-token': `${device}:packboard`,
    },
    body: JSON.stringify({ kind: 'sample', time: Date.now(), ...record }),
  })
  expect(await answer.json()).toMatchObject({ accepted: 0, quarantined: 1 })
}
