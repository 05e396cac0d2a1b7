import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile, syncFolder } from '../program/sync.ts'

/** The uploaded files, each in a folder of its own below the data directory until its import ends. */
export class FileFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  folderOf = (id: number): string => join(this.#path, String(id))
  #fileOf = (id: number) => join(this.folderOf(id), 'file')

  /** Makes an empty file, which is on the disk when it returns. */
  async create(id: number): Promise<void> {
    await mkdir(this.folderOf(id), { mode: 0o700 })
    const handle = await open(this.#fileOf(id), 'w', 0o600)
    await handle.close()
    await syncFolder(this.folderOf(id))
    await syncFolder(this.#path)
  }

  /** Writes bytes at their place, which are on the disk when it returns. */
  async write(id: number, offset: number, bytes: Buffer): Promise<void> {
    const handle = await open(this.#fileOf(id), 'r+')
    try {
      await handle.write(bytes, 0, bytes.length, offset)
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** What the process that opened a file wrote into its folder is on the disk when it returns; it may not do this itself. */
  async syncOpened(id: number, format: string): Promise<void> {
    if (format === 'xlsx') await syncFile(join(this.folderOf(id), 'rows'))
    await syncFolder(this.folderOf(id))
  }

  /** Bytes of a file; -1 where it is gone. */
  sizeOf(id: number): Promise<number> {
    return stat(this.#fileOf(id)).then(
      ({ size }) => size,
      () => -1,
    )
  }

  remove(id: number): Promise<void> {
    return rm(this.folderOf(id), { recursive: true, force: true })
  }

  /** Removes the files of all imports but those that are open. */
  async keepOnly(open: readonly number[]): Promise<void> {
    const isOpen = new Set(open.map(String))
    for (const name of await readdir(this.#path)) {
      if (!isOpen.has(name)) await rm(join(this.#path, name), { recursive: true, force: true })
    }
  }
}
