import { AppError } from '@packboard/model'
import sharp, { type Sharp } from 'sharp'
import { limits } from '../http/limits.ts'

/** The accepted kinds of picture: none of them can hold code (D52). */
const kinds = {
  png: { starts: [[0, '89504e470d0a1a0a']], encode: (picture: Sharp) => picture.png() },
  jpg: {
    starts: [[0, 'ffd8ff']],
    encode: (picture: Sharp) => picture.jpeg({ quality: 85 }),
  },
  webp: {
    starts: [
      [0, '52494646'],
      [8, '57454250'],
    ],
    encode: (picture: Sharp) => picture.webp({ quality: 85 }),
  },
} as const

export type PictureKind = keyof typeof kinds
export type Picture = { readonly kind: PictureKind; readonly bytes: Buffer }

const kindNames: readonly PictureKind[] = ['png', 'jpg', 'webp']

// The decoder knows dozens of formats, SVG and PDF among them; here it is limited to these three, read from memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
})
// One picture now and then: nothing is kept, and one core is enough.
sharp.cache(false)
sharp.concurrency(1)

/** The same picture, 240 pixels wide at most: twice what a mail shows. */
export const smallPicture = (stored: Buffer): Promise<Buffer> =>
  sharp(stored, { limitInputPixels: limits.pictureSide ** 2 })
    .timeout({ seconds: limits.pictureSeconds })
    .resize({ width: 240, height: 240, fit: 'inside', withoutEnlargement: true })
    .png({ palette: true })
    .toBuffer()

/**
 * Decodes a picture and encodes it again, so that the uploaded bytes are never served: no appended text, no location in
 * the metadata. A file that is no picture, too large or incomplete is refused with a message.
 */
export async function reencodePicture(sent: Buffer): Promise<Picture> {
  if (sent.length > limits.pictureBytes) throw new AppError('picture.tooLarge')
  const kind = kindNames.find((name) => startsLike(sent, kinds[name].starts))
  if (kind === undefined) throw new AppError('picture.unsupported')
  const options = { limitInputPixels: limits.pictureSide ** 2, failOn: 'error' } as const
  try {
    const { width, height } = await sharp(sent, { ...options, limitInputPixels: false }).metadata()
    if (Math.max(width, height) > limits.pictureSide) throw new AppError('picture.tooLarge')
    const turned = sharp(sent, options).timeout({ seconds: limits.pictureSeconds }).autoOrient()
    return { kind, bytes: await kinds[kind].encode(turned).toBuffer() }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('picture.unsupported', {
      cause: error,
      message: 'The picture cannot be read. It must be a whole PNG, JPEG or WebP file.',
    })
  }
}

function startsLike(bytes: Buffer, starts: readonly (readonly [number, string])[]): boolean {
  return starts.every(([at, hex]) => {
    const wanted = Buffer.from(hex, 'hex')
    return bytes.subarray(at, at + wanted.length).equals(wanted)
  })
}
