import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { demoImage } from '@packboard/demo/images'
import { AppError } from '@packboard/model'
import { z } from 'zod'
import { openToAll } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { type Picture, type PictureKind, smallPicture } from './reencodePicture.ts'

/** The uploaded pictures, as files below the data directory. */
type PictureStore = {
  /** Stores a picture on the disk and returns its name, which cannot be guessed. */
  put(picture: Picture): Promise<string>
  /** The picture of this name; undefined when there is none. */
  find(name: string): Promise<{ type: string; bytes: Buffer } | undefined>
  /** Deletes a picture that nothing refers to. */
  drop(name: string): Promise<void>
}

const typeOf: Record<PictureKind, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
}

/** Only names that `put` makes are looked for: no path leads out of the directory. */
const ownName = /^[0-9a-f]{32}\.(png|jpg|webp)$/

const isKind = (text: string): text is PictureKind => Object.hasOwn(typeOf, text)

export function pictureStore(dataDir: string): PictureStore {
  const directory = join(dataDir, 'pictures')
  return {
    async put({ kind, bytes }) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const name = `${randomBytes(16).toString('hex')}.${kind}`
      const half = join(directory, `.${name}.part`)
      const file = await open(half, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } catch (error) {
        // On a full disk its half would keep the space.
        await rm(half, { force: true })
        throw error
      } finally {
        await file.close()
      }
      // A picture exists whole or not at all, also after a power loss.
      await rename(half, join(directory, name))
      return name
    },
    async find(name) {
      const kind = ownName.exec(name)?.[1]
      if (kind === undefined || !isKind(kind)) return undefined
      try {
        return { type: typeOf[kind], bytes: await readFile(join(directory, name)) }
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
        throw error
      }
    },
    async drop(name) {
      if (ownName.test(name)) await rm(join(directory, name), { force: true })
    },
  }
}

/** Pictures of machine types for mails: small, and of a kind that every mail program draws. */
export function smallPictures(dataDir: string) {
  const pictures = pictureStore(dataDir)
  return async (name: string): Promise<{ type: string; bytes: Buffer } | undefined> => {
    const image = imageName.safeParse(name).success
      ? ((await demoImage(name)) ?? (await pictures.find(name)))
      : undefined
    return image && { type: 'image/png', bytes: await smallPicture(Buffer.from(image.bytes)) }
  }
}

/** A plain name: no path, no second extension, and never a kind of picture that may hold code. */
const imageName = z.string().regex(/^[\w-]{1,80}\.(png|jpg|webp)$/)

/** Pictures of machine types (D52). They belong to no tenant, and only names of the known form are looked up. */
export function imageRoutes(app: App, { config }: Deps) {
  const pictures = pictureStore(config.dataDir)
  app.route({
    method: 'GET',
    url: '/api/images/:name',
    // Their names cannot be guessed (T14).
    config: { policy: openToAll },
    schema: { hide: true, params: z.object({ name: z.string() }) },
    async handler({ params }, reply) {
      const name = imageName.safeParse(params.name)
      const image = name.success
        ? ((await demoImage(name.data)) ?? (await pictures.find(name.data)))
        : undefined
      if (!image) throw new AppError('page.notFound')
      return reply
        .header('cache-control', 'public, max-age=86400')
        .header('content-disposition', 'inline')
        .type(image.type)
        .send(image.bytes)
    },
  })
}
