import multipart from '@fastify/multipart'
import {
  addMachineType as addCall,
  updateMachineType as changeCall,
  deleteMachineType as deleteCall,
  machineTypes as listCall,
} from '@packboard/contract'
import { defaultImage, imageBase } from '@packboard/demo/images'
import {
  addMachineType,
  allMachineTypes,
  changeMachineType,
  deleteMachineType,
} from '@packboard/management'
import { AppError, refusedField } from '@packboard/model'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access } from '../access/access.ts'
import { declare, routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { keyedSemaphore } from '../http/keyedSemaphore.ts'
import { limits } from '../http/limits.ts'
import { pictureStore } from './pictures.ts'
import { reencodePicture } from './reencodePicture.ts'

const tag = 'Panel: machine types'

/** The Machine Types table. A picture is decoded and encoded again before it is served (D52). */
export async function machineTypeRoutes(app: App, { management, config }: Deps, access: Access) {
  const route = routesOf(app, tag)

  const pictures = pictureStore(config.dataDir)
  const room = keyedSemaphore({
    waitMs: limits.pictureWaitMs,
    full: () => new AppError('request.tooMany', { retryAfter: 2 }),
  })

  route(listCall, 'openPanel', async () => {
    const types = await allMachineTypes(management)
    return {
      machines: types.map(({ id, label, imagePath, version }) => ({
        id,
        label,
        imagePath,
        version,
      })),
    }
  })

  route(deleteCall, 'manageInstallation', async (request) => {
    await deleteMachineType(management, access.actor(request), request.params.id)
    return { message: 'Machine Type deleted successfully' }
  })

  /** Keeps the picture only when the row that shows it is written. */
  async function withPicture<Answer>(
    { file, fields }: MachineTypeForm,
    write: (imagePath: string) => Promise<Answer>,
  ): Promise<Answer> {
    if (file === undefined && fields.get('image') === 'default') return write(defaultImage)
    if (file === undefined) throw missing('file', 'Image')
    const picture = await room.pass([{ key: 'all', atOnce: limits.picturesAtOnce }], () =>
      reencodePicture(file),
    )
    const name = await pictures.put(picture)
    try {
      return await write(`${imageBase}${name}`)
    } catch (error) {
      // Only where it is certain that no row was written: a statement on a broken connection may have written it.
      if (error instanceof AppError && error.code !== 'store.busy') await pictures.drop(name)
      throw error
    }
  }

  // Only here are multipart bodies accepted.
  await app.register(async (inner: App) => {
    await inner.register(multipart, {
      limits: {
        fileSize: limits.pictureBytes,
        files: 1,
        fields: 8,
        parts: 9,
        fieldNameSize: 64,
        fieldSize: 4_096,
        headerPairs: 16,
      },
    })

    const added = declare(addCall, tag, 'manageInstallation')
    inner.route({
      ...added,
      config: { ...added.config, unreadBody: newForm },
      // What its turn counts (D84); the parser has limits of its own.
      bodyLimit: limits.pictureFormBytes,
      async handler(request) {
        const form = await machineTypeForm(request)
        const label = (form.fields.get('label') ?? '').trim()
        if (label === '') throw missing('label', 'Label')
        if (label.length > 256) throw refusedField('label', 'Label is too long.')
        const id = await withPicture(form, (imagePath) =>
          addMachineType(management, access.actor(request), { label, imagePath }),
        )
        return { message: 'Success!', id }
      },
    })

    const changed = declare(changeCall, tag, 'manageInstallation')
    inner.route({
      ...changed,
      config: { ...changed.config, unreadBody: changedForm },
      bodyLimit: limits.pictureFormBytes,
      async handler(request) {
        const form = await machineTypeForm(request)
        const reported = form.fields.get('version')
        if (reported !== undefined && !/^[1-9]\d{0,8}$/.test(reported)) {
          throw refusedField('version', 'The version must be a whole number.')
        }
        const version = reported === undefined ? undefined : Number(reported)
        await withPicture(form, (imagePath) =>
          changeMachineType(management, access.actor(request), request.params.id, {
            imagePath,
            version,
          }),
        )
        return { message: 'Success!' }
      },
    })
  })
}

const formType = 'multipart/form-data'
const file = { type: 'string', format: 'binary', description: 'PNG, JPEG or WebP, up to 5 MB' }
const image = { type: 'string', enum: ['default'], description: 'A drawing in place of a file' }
const label = { type: 'string', maxLength: 256 }
const version = { type: 'integer', minimum: 1 }
/** The forms as the description of the calls shows them. */
const newForm = {
  body: { type: 'object', required: ['label'], properties: { label, file, image } },
  consumes: [formType, 'application/json'],
}
const changedForm = {
  body: { type: 'object', properties: { version, file, image } },
  consumes: [formType, 'application/json'],
}

/** What of the form JSON may say: a picture comes by the form alone. */
const jsonForm = z.object({
  label: z.string().max(4_096).optional(),
  image: z.string().max(16).optional(),
  version: z.number().optional(),
})

const missing = (field: string, label: string) => refusedField(field, `${label} is required`)
/** What the form of a machine type sends: texts, and a picture. */
type MachineTypeForm = {
  readonly fields: ReadonlyMap<string, string>
  readonly file: Buffer | undefined
}

/** Reads the form, whose limits are those of the registered multipart parser, or its texts out of JSON. */
async function machineTypeForm(request: FastifyRequest): Promise<MachineTypeForm> {
  if (!request.isMultipart()) {
    const texts = jsonForm.safeParse(request.body)
    if (!texts.success) throw new AppError('request.invalid', { cause: texts.error })
    const given = Object.entries(texts.data).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    return { fields: new Map(given), file: undefined }
  }
  const fields = new Map<string, string>()
  let file: Buffer | undefined
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const bytes = await part.toBuffer()
        if (part.fieldname === 'file' && bytes.length > 0) file = bytes
      } else if (typeof part.value === 'string') {
        fields.set(part.fieldname, part.value)
      }
    }
  } catch (error) {
    throw asFormError(error)
  }
  return { fields, file }
}

function asFormError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return new AppError('picture.tooLarge', { cause: error })
  if (typeof code === 'string' && /^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(code)) {
    return new AppError('request.tooLarge', { cause: error })
  }
  if (error instanceof AppError || (error instanceof Error && 'statusCode' in error)) return error
  // An error of the parser means that the body is no valid form.
  return new AppError('request.invalid', { cause: error })
}
