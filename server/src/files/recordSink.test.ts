import { addRecordFile } from '@packboard/contract'
import { recordFile } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'
import { openRecordSink } from './recordSink.ts'

let server: TestServer

beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server?.close())

test('the lines of a batch come to the pipeline a thousand at a time, and keep their numbers', async () => {
  const { management, directory, ingest, log, now } = server.deps
  if (!ingest) throw new Error('This server takes no records.')
  const engineer = filesOf(server, (await server.signIn('engineer')).accessToken)
  const { id } = addRecordFile.answer.parse(await (await engineer.add('long.csv', 10)).json())
  await runSql(management, `update record_file set state = 'running' where id = $1`, [id])
  const file = await recordFile(management, grantClientScope(1), id)
  const sizes: number[] = []
  const pipeline: typeof ingest.pipeline = {
    ...ingest.pipeline,
    deliver(sender, reading) {
      sizes.push(reading.records.length)
      return ingest.pipeline.deliver(sender, reading)
    },
  }
  const sink = await openRecordSink({
    ...{ management, directory, ingest: { pipeline }, log, now, file },
    signal: new AbortController().signal,
  })
  const begin = now() - 3 * 86_400_000
  for (let line = 1; line <= 2_500; line++) {
    // The record of one line is of no machine.
    const serialNo = line === 2_222 ? 'XX-1' : 'FW-101'
    const at = begin + line * 1_000
    const record = { kind: 'sample', serialNo, at, sequence: 0, state: 6 } as const
    await sink.add(line, { incoming: { record, timeless: false, wire: record }, wire: record }, 0.5)
  }
  expect(await sink.flush(1)).toBe(true)
  expect(sizes).toEqual([1_000, 1_000, 500])
  expect(sink.counts()).toMatchObject({ rows: 2_500, stored: 2_499, quarantined: 1 })
  const { lines } = await engineer.status(id)
  expect(lines.map(({ line, code }) => [line, code])).toEqual([[2_222, 'quarantined']])
})
