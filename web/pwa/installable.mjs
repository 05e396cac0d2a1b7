// Makes the screens an installable app. Everything here is generated at build time and is in no repository.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'

const here = (name) => fileURLToPath(new URL(name, import.meta.url))
const ink = '#090B0E'

const icons = [
  { file: 'icons/packboard-192.png', size: 192, purpose: 'any' },
  { file: 'icons/packboard-512.png', size: 512, purpose: 'any' },
  { file: 'icons/packboard-maskable-512.png', size: 512, purpose: 'maskable' },
]

const manifest = {
  id: '/',
  name: 'Packboard',
  short_name: 'Packboard',
  description: 'Live status and production of packing machines',
  start_url: '/admin/index',
  scope: '/',
  display: 'standalone',
  background_color: ink,
  theme_color: ink,
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ...icons.map(({ file, size, purpose }) => ({
      src: `/${file}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ],
  shortcuts: [
    { name: 'Machine overview', url: '/admin/dashboard' },
    { name: 'Per Day Summary', url: '/admin/day-summary' },
  ],
}

/** A system cuts a maskable icon to its own shape: the mark stays within the middle, the ground goes to the edge. */
const maskable = (svg) =>
  svg
    .replace('viewBox="0 0 24 24"', 'viewBox="-5 -5 34 34"')
    .replace(/<rect[^>]*\/>/, `<rect x="-5" y="-5" width="34" height="34" fill="${ink}"/>`)

async function drawIcon({ size, purpose }) {
  const svg = readFileSync(here('../public/icon.svg'), 'utf8')
  const drawn = Buffer.from(purpose === 'maskable' ? maskable(svg) : svg)
  return sharp(drawn, { density: 72 * (size / 24) })
    .resize(size, size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
}

/** Code, styles and the typeface for Latin text; pictures and rarer letters are fetched when a page requests them. */
const ofTheShell = (file) => /\.(js|css)$|inter-latin-opsz-normal.*\.woff2$/.test(file)

/** Names a build by what is in it: the same sources have the same name. */
function nameOf(files) {
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(file)
  for (const part of ['serviceWorker.js', 'offline.html', 'offline.js'])
    hash.update(readFileSync(here(part)))
  return hash.digest('hex').slice(0, 12)
}

/** Makes a build of the screens installable: manifest, icons, service worker, and the build's own name. */
export function installable() {
  let build = ''
  const link = (rel, href) => ({ tag: 'link', attrs: { rel, href }, injectTo: 'head' })
  return {
    name: 'packboard-installable',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        build = nameOf(Object.keys(bundle ?? {}))
        return [
          { tag: 'meta', attrs: { name: 'packboard-build', content: build }, injectTo: 'head' },
          link('manifest', '/manifest.webmanifest'),
          link('apple-touch-icon', `/${icons[0].file}`),
        ]
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const emit = (fileName, source) => this.emitFile({ type: 'asset', fileName, source })
        const files = Object.keys(bundle)
          .filter((file) => file.startsWith('assets/') && ofTheShell(file))
          .map((file) => `/${file}`)
        const worker = readFileSync(here('serviceWorker.js'), 'utf8')
          .replace('__BUILD__', build)
          .replace("['__FILES__']", JSON.stringify(files.sort()))
        emit('sw.js', worker)
        emit('version.json', JSON.stringify({ build }))
        emit('manifest.webmanifest', JSON.stringify(manifest))
        emit('offline.html', readFileSync(here('offline.html'), 'utf8'))
        emit('offline.js', readFileSync(here('offline.js'), 'utf8'))
        for (const icon of icons) emit(icon.file, await drawIcon(icon))
      },
    },
  }
}
