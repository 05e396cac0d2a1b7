import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bill, billOfMaterials, compareWithFolder } from '../scripts/billOfMaterials.mjs'
import { releasedPackages, releasedScripts, screenPackages } from '../scripts/releasedPackages.mjs'

const root = join(import.meta.dirname, '..')
/** The packages as a release has them, as far as their names say. */
const folder = mkdtempSync(join(tmpdir(), 'packboard-bill-'))
let released: string[]
let bundled: string[]
let bill: Bill

beforeAll(() => {
  released = releasedPackages()
  bundled = screenPackages()
  bill = billOfMaterials({
    ...{ released, bundled, version: '1.2.3', committedAt: '2026-01-02T03:04:05+01:00' },
  })
  for (const path of released) {
    mkdirSync(join(folder, path), { recursive: true })
    cpSync(join(root, path, 'package.json'), join(folder, path, 'package.json'))
  }
}, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a release brings every script that its scripts import', () => {
  const imported = releasedScripts.flatMap((script) => {
    const text = readFileSync(join(root, 'scripts', script), 'utf8')
    return [...text.matchAll(/from '\.\/(\w+\.mjs)'|import\('\.\/(\w+\.mjs)'\)/g)].map(
      ([, still, later]) => still ?? later,
    )
  })
  expect(imported).toContain('ownServer.mjs')
  expect(imported.filter((script) => !releasedScripts.includes(script ?? ''))).toEqual([])
})

test('the bill lists every package that a release brings, and no other', () => {
  expect(released.length).toBeGreaterThan(200)
  expect(compareWithFolder(bill, folder)).toEqual({ unlisted: [], absent: [] })
  const names = bill.components.map(({ name }) => name)
  for (const name of ['aedes', 'hucre', 'sharp', 'node-opcua-transport', 'mqtt', 'chdb', 'pg']) {
    expect(names).toContain(name)
  }
})

test('the comparison names a package without a row, and a row without its package', () => {
  const added = join(folder, 'node_modules/fastify/node_modules/@some/added/package.json')
  mkdirSync(dirname(added), { recursive: true })
  writeFileSync(added, '{"name":"@some/added","version":"0.0.1"}')
  rmSync(join(folder, 'node_modules/mqtt/package.json'))
  const { unlisted, absent } = compareWithFolder(bill, folder)
  expect(unlisted).toEqual(['node_modules/fastify/node_modules/@some/added @some/added@0.0.1'])
  expect(absent).toEqual([expect.stringMatching(/^node_modules\/mqtt mqtt@\d/)])
})

test('what the screens are made of is in it, and the programs inside packages with their versions', () => {
  const react = bill.components.find(({ name }) => name === 'react')
  expect(react?.properties).toEqual([{ name: 'packboard:path', value: 'web/dist' }])
  const native = bill.components.filter(({ purl }) => purl.startsWith('pkg:generic/'))
  expect(native.map(({ name, version }) => [name, /^\d+\.\d+/.test(version)])).toEqual([
    ['node', true],
    ['clickhouse', true],
    ['postgresql', true],
    ['libvips', true],
  ])
  const inside = native.map(({ components = [] }) => components.map(({ name }) => name))
  expect(inside[0]).toContain('openssl')
  expect(inside[2]).toContain('openssl')
  expect(inside[3]).toEqual(expect.arrayContaining(['png', 'webp', 'heif', 'rsvg']))
})

test.each(['release.mjs', 'image.mjs'])(
  '%s without a key ends before it begins, unless unsigned is what is wanted',
  (script) => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', script)], {
      ...{ cwd: root, encoding: 'utf8' },
      env: { PATH: process.env.PATH },
    })
    expect([status, stderr]).toEqual([1, expect.stringContaining('add --unsigned')])
  },
)
