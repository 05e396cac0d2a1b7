import { AppError } from '@packboard/model'
import type { FastifyRequest } from 'fastify'

/** What the form of a machine type sends: texts, and a picture. */
export type MachineTypeForm = {
  readonly fields: ReadonlyMap<string, string>
  readonly file: Buffer | undefined
}

/** Reads the form; the limits are those of the registered multipart parser. */
export async function machineTypeForm(request: FastifyRequest): Promise<MachineTypeForm> {
  if (!request.isMultipart()) throw new AppError('request.unsupportedType')
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
