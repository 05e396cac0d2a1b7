import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { installable } from './pwa/installable.mjs'

/** `npm run dev` names the running server; everything that is not a screen is asked there. */
const server = process.env.PACKBOARD_URL ?? 'http://127.0.0.1:8080'

/** The typeface is asked for with the page and not only when its style sheet is read, so that no text jumps. */
function preloadTypeface(): Plugin {
  return {
    name: 'preload-typeface',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => /inter-latin-opsz-normal.*\.woff2$/.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `/${file}`,
            },
            injectTo: 'head' as const,
          })),
    },
  }
}

export default defineConfig({
  plugins: [react(), preloadTypeface(), installable()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  server: { port: 5173, proxy: { '/api': server } },
})
