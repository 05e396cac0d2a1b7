import compress from '@fastify/compress'
import type { App } from './createApp.ts'

/**
 * Packs JSON, pages and scripts of some size. Live streams write past it. Bodies of requests are not unpacked here, and
 * an answer that holds a token is sent as it is (`compress: false` at the route, T70).
 */
export async function registerCompression(app: App) {
  await app.register(compress, {
    globalDecompression: false,
    threshold: 1_024,
    encodings: ['br', 'gzip', 'identity'],
    // 11 is the default and would take longer than the question itself.
    brotliOptions: { params: { 1: 4 } },
  })
}
