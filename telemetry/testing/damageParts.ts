import { open, readdir, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import type { Telemetry } from '../src/store.ts'

/** The folders of the parts that hold a month of a table, largest first. */
export async function partFolders(
  { context }: Telemetry,
  table: string,
  month: number | 'all',
): Promise<string[]> {
  const answer = await context.connection.writer().query({
    query: `SELECT path FROM system.parts
      WHERE database = currentDatabase() AND active AND table = {table:String} AND partition_id = {month:String}
      ORDER BY rows DESC`,
    query_params: { table, month: String(month) },
    format: 'JSONEachRow',
  })
  return (await answer.json<{ path: string }>()).map(({ path }) => path)
}

/** A file of a part whose bytes are rows. */
async function dataOf(folder: string): Promise<string> {
  const name = (await readdir(folder)).find((file) => file.endsWith('.bin'))
  if (name === undefined) throw new Error(`${folder} holds no rows`)
  return join(folder, name)
}

/** Cuts off most of a part's rows, as a disk does that lost writes. */
export async function cutPart(folder: string): Promise<void> {
  await truncate(await dataOf(folder), 10)
}

/** Turns the bits of some bytes in the middle of a part's rows, as a bad sector does. */
export async function flipPart(folder: string): Promise<void> {
  const file = await open(await dataOf(folder), 'r+')
  try {
    const { size } = await file.stat()
    const bytes = Buffer.alloc(Math.min(size, 4_096))
    const at = Math.max(0, Math.floor(size / 2) - bytes.length / 2)
    await file.read(bytes, 0, bytes.length, at)
    await file.write(
      bytes.map((byte) => byte ^ 0xff),
      0,
      bytes.length,
      at,
    )
  } finally {
    await file.close()
  }
}
