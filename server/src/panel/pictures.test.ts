// @slow

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { machineTypes } from '@packboard/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { withheldBody } from '../../testing/withheldBody.ts'

let server: TestServer
let token: string
let ahead = 0
beforeEach(() => {
  ahead += 60_000
})

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  token = (await server.signIn('admin')).accessToken
})
afterAll(() => server?.close())

const plain = (width = 40, height = 20) =>
  sharp({ create: { width, height, channels: 3, background: '#c03030' } })
const script = '<script>alert("CANARY")</script>'

function send(
  method: 'POST' | 'PUT',
  fields: Record<string, string>,
  file?: Uint8Array,
  path: string = machineTypes.path,
) {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.set(key, value)
  if (file) form.set('file', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'a.png')
  return fetch(server.url + path, { method, headers: { 'x-access-token': token }, body: form })
}
const typeLabelled = async (label: string) => {
  const answer = await server.ask(machineTypes.path, { token })
  return machineTypes.answer
    .parse(await answer.json())
    .machines.find((type) => type.label === label)
}
const stored = () => readdir(join(server.deps.config.dataDir, 'pictures')).catch((): string[] => [])

test.each([
  ['png', 'image/png', () => plain().png().toBuffer()],
  [
    'jpeg',
    'image/jpeg',
    () =>
      plain()
        .jpeg()
        .withMetadata({ exif: { IFD0: { Artist: script } } })
        .toBuffer(),
  ],
  ['webp', 'image/webp', () => plain().webp().toBuffer()],
] as const)('a %s is encoded anew and served as what it is', async (kind, type, make) => {
  const sent = await make()
  const label = `Type ${kind}`
  const answer = await send('POST', { label }, Buffer.concat([sent, Buffer.from(script)]))
  expect([answer.status, await answer.json()]).toMatchObject([200, { message: 'Success!' }])
  const row = await typeLabelled(label)
  expect(row?.imagePath).toMatch(/^\/api\/images\/[0-9a-f]{32}\.(png|jpg|webp)$/)

  const shown = await fetch(server.url + row?.imagePath)
  expect(shown.status).toBe(200)
  expect(shown.headers.get('content-type')).toBe(type)
  expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
  expect(shown.headers.get('content-security-policy')).toContain("script-src 'self'")
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: kind, width: 40, height: 20 })
  // Nothing of the uploaded file except its pixels.
  expect(bytes.includes('CANARY')).toBe(false)
})

test('a picture is shown upright whatever the camera was held like', async () => {
  const sideways = await plain(40, 20).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect((await send('POST', { label: 'Turned' }, sideways)).status).toBe(200)
  const shown = await fetch(server.url + (await typeLabelled('Turned'))?.imagePath)
  const bytes = Buffer.from(await shown.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 20, height: 40 })
})

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`
const png = () => plain().png().toBuffer()
const refusals: [string, number, () => Promise<Uint8Array>][] = [
  ['an SVG', 415, async () => Buffer.from(svg)],
  ['a text', 415, async () => Buffer.from('this is no picture')],
  ['a page', 415, async () => Buffer.from(`<!doctype html>${script}`)],
  ['a GIF', 415, () => plain().gif().toBuffer()],
  ['a TIFF', 415, () => plain().tiff().toBuffer()],
  ['a GIF that is also a script', 415, async () => Buffer.from('GIF89a/*!!*/=1;alert(1)')],
  [
    'an SVG behind the first bytes of a PNG',
    415,
    async () => Buffer.concat([(await png()).subarray(0, 8), Buffer.from(svg)]),
  ],
  [
    'an SVG behind the first bytes of a JPEG',
    415,
    async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from(svg)]),
  ],
  [
    'half a PNG',
    415,
    async () => {
      const { data } = await sharp({
        create: {
          width: 300,
          height: 300,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 99, sigma: 50 },
        },
      })
        .png()
        .toBuffer({ resolveWithObject: true })
      return data.subarray(0, data.length / 2)
    },
  ],
  ['a side of 4,097 pixels', 413, () => plain(4_097, 2).png().toBuffer()],
  ['more than 5 MB', 413, async () => Buffer.concat([await png(), Buffer.alloc(5 * 1024 * 1024)])],
]

test.each(refusals)('%s is refused with %i, and nothing is stored', async (_what, status, make) => {
  const before = await stored()
  const answer = await send('POST', { label: 'Refused' }, await make())
  expect(answer.status).toBe(status)
  const text = await answer.text()
  expect(text).toMatch(/PNG, JPEG or WebP|up to 5 MB and 4,096 pixels a side/)
  expect(text).not.toContain('CANARY')
  expect(await typeLabelled('Refused')).toBeUndefined()
  expect(await stored()).toEqual(before)
})

test('the largest picture that is allowed is taken', async () => {
  const answer = await send('POST', { label: 'Large' }, await plain(4_096, 4_096).png().toBuffer())
  expect(answer.status).toBe(200)
})

test('label and picture are required, and a label is one type’s', async () => {
  const none = await send('POST', { label: 'Without' })
  expect([none.status, await none.json()]).toMatchObject([400, { message: 'Image is required' }])
  const blank = await send('POST', { label: ' ' }, await png())
  expect([blank.status, await blank.json()]).toMatchObject([400, { message: 'Label is required' }])
  const before = await stored()
  const taken = await send('POST', { label: 'vffs v-240' }, await png())
  expect([taken.status, await taken.json()]).toMatchObject([409, { code: 'name.taken' }])
  expect(await stored()).toEqual(before)
})

test('without a picture of its own a machine type has a drawing, where the call wants one', async () => {
  const add = (body: object) => server.ask(machineTypes.path, { token, body })
  const before = await stored()
  const none = await add({ label: 'Drawn' })
  expect([none.status, await none.json()]).toMatchObject([400, { message: 'Image is required' }])
  const other = await add({ label: 'Drawn', image: 'https://example.com/a.png' })
  expect(other.status).toBe(400)
  expect((await add({ label: 'Drawn', image: 'default' })).status).toBe(200)
  expect((await send('POST', { label: 'Drawn by form', image: 'default' })).status).toBe(200)
  const row = await typeLabelled('Drawn')
  expect((await typeLabelled('Drawn by form'))?.imagePath).toBe(row?.imagePath)
  const shown = await fetch(server.url + row?.imagePath)
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).width).toBe(560)
  expect(await stored()).toEqual(before)

  const path = `${machineTypes.path}/${row?.id}`
  expect((await send('PUT', { version: '1' }, await png(), path)).status).toBe(200)
  const back = (version: number) =>
    server.ask(path, { method: 'PUT', token, body: { image: 'default', version } })
  expect([(await back(1)).status, (await back(2)).status]).toEqual([409, 200])
  expect((await typeLabelled('Drawn'))?.imagePath).toBe(row?.imagePath)
})

test('a body that is no form is refused', async () => {
  const headers = { 'x-access-token': token }
  const url = server.url + machineTypes.path
  const text = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/plain' },
    body: 'Json',
  })
  expect(text.status).toBe(415)
  const list = await server.ask(machineTypes.path, { token, body: ['Json'] })
  expect(list.status).toBe(400)
  const broken = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
    body: 'nothing of this is a part',
  })
  expect(broken.status).toBe(400)
  const bare = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'multipart/form-data' },
    body: 'x',
  })
  expect([400, 415]).toContain(bare.status)
  const many = new FormData()
  for (let i = 0; i < 20; i++) many.set(`field${i}`, 'x')
  expect((await fetch(url, { method: 'POST', headers, body: many })).status).toBe(413)
})

test('another picture takes the place of the first, unless somebody was faster', async () => {
  expect((await send('POST', { label: 'Changing' }, await png())).status).toBe(200)
  const row = await typeLabelled('Changing')
  const path = `${machineTypes.path}/${row?.id}`
  const change = async () =>
    (await send('PUT', { version: '1' }, await plain(9, 9).webp().toBuffer(), path)).status
  expect([await change(), await change()]).toEqual([200, 409])
  const after = await typeLabelled('Changing')
  expect(after).toMatchObject({ version: 2, label: 'Changing' })
  expect(after?.imagePath).toMatch(/\.webp$/)
  expect((await send('PUT', { version: 'x' }, await png(), path)).status).toBe(400)
  expect((await send('PUT', {}, undefined, path)).status).toBe(400)
})

test('a type with machines cannot be deleted, one without can', async () => {
  const flow = await typeLabelled('Flow Wrapper FW-3')
  const remove = (id: number | undefined) =>
    server.ask(`${machineTypes.path}/${id}`, { method: 'DELETE', token })
  const inUse = await remove(flow?.id)
  expect([inUse.status, await inUse.json()]).toMatchObject([
    409,
    { message: 'This machine type is still used by 8 machines.' },
  ])
  const gone = await remove((await typeLabelled('Changing'))?.id)
  expect(await gone.json()).toEqual({ message: 'Machine Type deleted successfully' })
})

test('a picture has its turn and its bytes before it is read: withheld ones of one person hold up nobody else', async () => {
  const megabytes = 5 * 1024 * 1024
  const begin = [
    '--withheld',
    'content-disposition: form-data; name="file"; filename="a.png"',
    'content-type: image/png',
    '',
    'PNG',
  ].join('\r\n')
  const withheld = () =>
    withheldBody(server.url, {
      path: machineTypes.path,
      token,
      bytes: megabytes,
      type: 'multipart/form-data; boundary=withheld',
      begin,
    })
  const metrics = async () => (await server.ask('/metrics')).text()
  const held = [await withheld(), await withheld()]
  await expect.poll(metrics).toContain(`packboard_body_bytes ${2 * megabytes}`)
  const refused = await withheld()
  try {
    // Three of them are more than one sender may have under way.
    await expect.poll(() => refused.answer).toMatch(/^HTTP\/1.1 429/)
    expect(refused.answer).toMatch(/retry-after: 2/i)
    await expect.poll(() => refused.socket.readableEnded).toBe(true)
    expect(held.map(({ answer }) => answer)).toEqual(['', ''])
    const record = factory.at(Date.now()).sample('FW-511', { state: 10 })
    expect((await server.send('FW-511', [record])).status).toBe(200)
  } finally {
    for (const { socket } of [...held, refused]) socket.destroy()
  }
  await expect.poll(metrics).toContain('packboard_body_bytes 0')
  expect((await send('POST', { label: 'Afterwards' }, await plain().png().toBuffer())).status).toBe(
    200,
  )
})
