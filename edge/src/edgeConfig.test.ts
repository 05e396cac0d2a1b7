import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { edgeSettingKeys, readEdgeConfig } from './edgeConfig.ts'

const root = join(import.meta.dirname, '../..')
const manual = readFileSync(join(root, 'docs/manual/edge.md'), 'utf8')
const unit = readFileSync(join(root, 'deploy/packboard-edge.service'), 'utf8')

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** A folder with this edge.json. */
function folderWith(content: string) {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  folders.push(folder)
  writeFileSync(join(folder, 'edge.json'), content)
  return folder
}

const least = {
  EDGE_DIR: '/nowhere',
  EDGE_SERVER_URL: 'https://packboard.example.com/',
  EDGE_TOKEN: 'gateway:Jx91',
}

test('server and token suffice; it then listens on its own machine alone', () => {
  expect(readEdgeConfig(least)).toMatchObject({
    serverUrl: 'https://packboard.example.com',
    token: 'gateway:Jx91',
    host: '127.0.0.1',
    httpPort: 8090,
    mqttPort: 1883,
    maxBytes: 2_000_000_000,
    senders: [],
    machines: [],
  })
})

test('the file and the settings of the manual can be used as they are', () => {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(manual) ?? []
  const [, lines = ''] = /<<'END'\n([\s\S]*?)END/.exec(manual) ?? []
  const pairs = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split('=') as [string, string])
  const config = readEdgeConfig({ ...Object.fromEntries(pairs), EDGE_DIR: folderWith(json) })
  expect(config).toMatchObject({ name: 'Hall 1', host: '0.0.0.0' })
  expect(config.senders.map(({ name }) => name)).toEqual(['line-1'])
  expect(config.machines.map(({ serialNo }) => serialNo)).toEqual(['FW-201', 'FW-202', 'FW-203'])
  expect(config.machines[2]?.opcua).toMatchObject({ security: 'strongest', userName: null })
})

test('the manual has a row for every setting, and the unit names its folder', () => {
  expect(edgeSettingKeys.filter((key) => !manual.includes(`\`${key}\``))).toEqual([])
  expect(unit).toContain('Environment=EDGE_DIR=/var/lib/packboard-edge')
  expect(unit).toContain('StateDirectory=packboard-edge')
  expect(unit).toContain('ExecStart=/opt/packboard/packboard edge')
})

test('settings may be in the file, and the environment counts first', () => {
  const dir = folderWith(
    JSON.stringify({ settings: { EDGE_NAME: 'Of the file', EDGE_MAX_MB: '5' } }),
  )
  expect(
    readEdgeConfig({ ...least, EDGE_DIR: dir, EDGE_NAME: 'Of the environment' }),
  ).toMatchObject({
    name: 'Of the environment',
    maxBytes: 5_000_000,
  })
})

test.each([
  ['EDGE_SERVER_URL must be the address', { EDGE_SERVER_URL: 'packboard' }],
  ['EDGE_SERVER_URL must begin with https', { EDGE_SERVER_URL: 'http://10.0.0.9:8080' }],
  ['EDGE_TOKEN must be name and token', { EDGE_TOKEN: 'onlytoken' }],
  ['EDGE_HTTP_PORT must be', { EDGE_HTTP_PORT: '70000' }],
  ['EDGE_MAX_MB must be', { EDGE_MAX_MB: '0' }],
  ['EDGE_LOCAL_TOKEN must be', { EDGE_LOCAL_TOKEN: 'short' }],
  ['EDGE_HOST must be an address of this machine', { EDGE_HOST: '0.0.0.0' }],
  ['EDGE_HOSTS must be names', { EDGE_HOSTS: 'http://gateway' }],
  ['EDGE_TLS_CERT and EDGE_TLS_KEY belong', { EDGE_TLS_CERT: '/a.pem' }],
  ['cannot be read; correct EDGE_FILE', { EDGE_FILE: '/nowhere/edge.json' }],
])('%s: refused in one sentence', (sentence, wrong) => {
  expect(() => readEdgeConfig({ ...least, ...wrong })).toThrow(sentence)
})

test.each([
  ['is not JSON', '{'],
  [
    'cannot be used at machines.0.dictionary',
    '{"machines":[{"serialNo":"A","packml":{"prefix":"a","dictionary":"own"}}]}',
  ],
  ['cannot be used at senders.0.token', '{"senders":[{"name":"a","token":"a-short-token"}]}'],
  ['there is no setting EDGE_PORT', '{"settings":{"EDGE_PORT":"1"}}'],
])('a file that %s is refused, without its secrets', (sentence, content) => {
  const read = () => readEdgeConfig({ ...least, EDGE_DIR: folderWith(content) })
  const expected = sentence.replace('machines.0.dictionary', 'machines.0.packml.dictionary')
  expect(read).toThrow(expected)
  expect(read).not.toThrow('a-short-token')
})
