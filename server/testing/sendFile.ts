import {
  addRecordFile,
  addRecordFilePiece,
  lookAtRecordFile,
  type RecordMapping,
  recordFile,
  recordFiles,
  startRecordFile,
} from '@packboard/contract'
import { expect } from 'vitest'
import type { TestServer } from './openTestServer.ts'

/** A person who imports files of records into one client. */
export function filesOf(
  { url, ask }: Pick<TestServer, 'url' | 'ask'>,
  token: string | undefined,
  clientId = 1,
) {
  const at = (path: string, fileId?: number) =>
    path.replace(':clientId', String(clientId)).replace(':fileId', String(fileId))
  async function read<Answer>(answer: Response, schema: { parse(value: unknown): Answer }) {
    const text = await answer.text()
    if (answer.status !== 200) throw new Error(`${answer.status} ${text}`)
    return schema.parse(JSON.parse(text))
  }

  async function piece(id: number, offset: number, bytes: Uint8Array<ArrayBuffer>) {
    return fetch(`${url}${at(addRecordFilePiece.path, id)}?offset=${offset}`, {
      method: 'PUT',
      headers: { 'x-access-token': token ?? '', 'content-type': 'application/octet-stream' },
      body: bytes,
    })
  }

  const self = {
    at,
    piece,
    add: (name: string, bytes: number) =>
      ask(at(addRecordFile.path), { token, body: { name, bytes } }),
    /** Uploads a whole file and returns its number. */
    async upload(name: string, content: string | Uint8Array<ArrayBuffer>): Promise<number> {
      const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
      const { id, pieceBytes } = await read(
        await self.add(name, bytes.length),
        addRecordFile.answer,
      )
      for (let offset = 0; offset < bytes.length; offset += pieceBytes) {
        const answer = await piece(id, offset, bytes.slice(offset, offset + pieceBytes))
        if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
      }
      // On a busy machine the answer to the last piece comes before the file is open.
      await expect
        .poll(async () => (await self.status(id)).state, { timeout: 60_000 })
        .not.toBe('opening')
      return id
    },
    look: async (id: number, body: object = {}) =>
      read(await ask(at(lookAtRecordFile.path, id), { token, body }), lookAtRecordFile.answer),
    tryStart: (id: number, body: object) => ask(at(startRecordFile.path, id), { token, body }),
    async start(id: number, mapping: RecordMapping, body: object = {}) {
      const wish = { mapping, dryRun: false, ...body }
      await read(await self.tryStart(id, wish), startRecordFile.answer)
    },
    status: async (id: number) =>
      read(await ask(at(recordFile.path, id), { token }), recordFile.answer),
    list: async () => read(await ask(at(recordFiles.path), { token }), recordFiles.answer),
    /** Waits until a dry run or an import is over. */
    async ended(id: number) {
      await expect
        .poll(async () => (await self.status(id)).state, { timeout: 60_000 })
        .not.toMatch(/checking|running/)
      return self.status(id)
    },
    /** Uploads a file, takes the guessed mapping with these changes, imports it, and returns its end. */
    async import(
      name: string,
      content: string | Uint8Array<ArrayBuffer>,
      machine: string | undefined,
      changes: Partial<RecordMapping> = {},
    ) {
      const id = await self.upload(name, content)
      const { mapping } = await self.look(id, { machine })
      await self.start(id, { ...mapping, ...changes }, { machine })
      return self.ended(id)
    },
  }
  return self
}
