import { demoImage } from '@packboard/demo/images'
import { AppError } from '@packboard/model'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { pictureStore } from './pictureStore.ts'

/** A plain name: no path, no second extension, and never a kind of picture that may hold code. */
const imageName = z.string().regex(/^[\w-]{1,80}\.(png|jpg|webp)$/)

/** Pictures of machine types (D52). They belong to no tenant, and only names of the known form are looked up. */
export function imageRoutes(app: App, { config }: Deps) {
  const pictures = pictureStore(config.dataDir)
  app.route({
    method: 'GET',
    url: '/api/images/:name',
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
