import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { App } from './createApp.ts'

/**
 * Compresses JSON, pages and scripts above a minimum size. Live streams bypass it. Bodies of requests are not
 * decompressed here, and an answer that holds a token is sent as it is (`compress: false` at the route, T70).
 */
export async function registerCompression(app: App) {
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip', 'identity'],
    // 11 is the default and would take longer than the query itself; 4 takes three times as long as 3 for 8 % fewer bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  })
}
