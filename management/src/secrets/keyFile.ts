import { randomUUID } from 'node:crypto'
import { link, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newSecretKey, type SecretKey, secretKey } from './secretBox.ts'

/** The key file holds something else than keys, or cannot be read. */
export class KeyFileUnusable extends Error {
  constructor(path: string, reason: string) {
    super(
      `The key file ${path} cannot be used (${reason}); put the right one there, or correct SECRETS_KEY_FILE.`,
    )
    this.name = 'KeyFileUnusable'
  }
}

/** The file of the keys that stored secrets are encrypted with (D93): one line a key, the one in force first. */
export type KeyFile = {
  readonly path: string
  /** None while there is no file. */
  keys(): readonly SecretKey[]
  /** Makes the file with a new key, for its owner alone; what another process made meanwhile is read instead. */
  make(): Promise<void>
  /** A further key comes into force; those from before stay in the file, because they open what they sealed. */
  add(): Promise<void>
  /** Looks whether another process changed it. */
  read(): Promise<void>
}

const line = /^packboard-key-1 ([A-Za-z0-9_-]{43})$/
const heading =
  '# The keys of the secrets that Packboard stores; the first one is in force. Keep a copy of this file, apart from the backups.'

/** Reads the key file, if there is one. */
export async function openKeyFile(path: string): Promise<KeyFile> {
  let keys = await readKeys(path)
  return {
    path,
    keys: () => keys,
    async make() {
      await place(path, [newSecretKey()], 'new')
      keys = await readKeys(path)
    },
    async add() {
      await place(path, [newSecretKey(), ...(await readKeys(path))], 'instead')
      keys = await readKeys(path)
    },
    async read() {
      keys = await readKeys(path)
    },
  }
}

async function readKeys(path: string): Promise<readonly SecretKey[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unreadable'
    if (code === 'ENOENT') return []
    throw new KeyFileUnusable(path, code)
  }
  const lines = text.split(/\r?\n/).filter((each) => each !== '' && !each.startsWith('#'))
  const keys = lines.map((each) => {
    const [, bytes] = line.exec(each) ?? []
    if (bytes === undefined) throw new KeyFileUnusable(path, 'a line of it is no key')
    return secretKey(Buffer.from(bytes, 'base64url'))
  })
  if (keys.length === 0) throw new KeyFileUnusable(path, 'it holds no key')
  return keys
}

/** Whole or not at all, and on the disk when it returns: what is sealed with a key that is lost is lost. */
async function place(path: string, keys: readonly SecretKey[], how: 'new' | 'instead') {
  const lines = keys.map(({ bytes }) => `packboard-key-1 ${bytes.toString('base64url')}`)
  const beside = `${path}.${randomUUID()}`
  const file = await open(beside, 'wx', 0o600)
  try {
    await file.writeFile(`${[heading, ...lines].join('\n')}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  if (how === 'instead') await rename(beside, path)
  else
    await link(beside, path)
      .catch(unlessThere)
      .finally(() => rm(beside, { force: true }))
  const folder = await open(dirname(path), 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

function unlessThere(error: unknown) {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
