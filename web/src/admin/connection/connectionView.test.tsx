// @slow

import { configure, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => vi.unstubAllGlobals())

const path = '/api/admin/machine/17/connection'
const stored = {
  ...{ serialNo: 'FW-103', clientName: 'Nova Snacks', machineTypeName: 'HFW-400', lineName: '' },
  ...{ door: 'packmlTags', address: 'plant/1', dictionary: { Run: 10, '4': 8 }, opcUa: null },
  tokenMadeAt: null as string | null,
  ...{ holdSeconds: null, designPpm: null, ofType: { holdSeconds: 90, designPpm: 220 } },
  reach: {
    publicUrl: 'https://packboard.example.com',
    broker: { host: null, port: 8883, isTls: true, isLoopback: false },
    externalBroker: null as object | null,
  },
  version: 5,
}
const message = (no: number, more: object = {}) => ({
  ...{ no, receivedAt: '2026-11-24T06:00:00.000Z', source: 'mqttJson', topic: 'a/Status/X' },
  ...{ raw: `text ${no}`, isCut: false, timeOfMessage: false, became: 'stored', why: null },
  ...more,
})
const waiting = {
  ...{ since: '2026-11-24T05:00:00.000Z', light: 'waiting', goodAt: null, messages: [] },
  ...{ refused: 0, refusedSignIns: [] },
  finding: null as object | null,
}

async function open(
  more: {
    connection?: object
    recent?: () => object
    put?: () => Response
    found?: (again: boolean) => object | null
    certificate?: (method: string | undefined) => void
  } = {},
) {
  const wire: Wire = (requested, _body, { method }) => {
    if (requested === path && method === 'PUT') {
      return more.put?.() ?? Response.json({ message: 'Success!' })
    }
    if (requested === `${path}/certificate`) {
      more.certificate?.(method)
      return Response.json({ message: 'Success!' })
    }
    if (requested === path) return Response.json({ ...stored, ...more.connection })
    if (requested === `${path}/recent`) return Response.json(more.recent?.() ?? waiting)
    if (requested.startsWith(`${path}/found`)) {
      return Response.json({ found: more.found?.(requested.includes('again=yes')) ?? null })
    }
    if (requested === '/api/admin/machine/17/dictionary') {
      return Response.json({ message: 'Success!' })
    }
    if (requested === '/api/admin/machine/17/token') {
      const token = { name: 'FW-103', token: 'made-token', oldUntil: null }
      return Response.json({ message: 'Success!', ...token })
    }
    return undefined
  }
  const requested = serve(wire)
  await openPage('/admin/panel?machine=17', admin)
  await screen.findByRole('heading', { name: 'FW-103' })
  await screen.findByText('How It Connects')
  return requested
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const type = async (label: string, text: string) => {
  const field = screen.getByLabelText(label)
  await userEvent.clear(field)
  if (text !== '') await userEvent.type(field, text)
}
const saves = (requested: readonly { path: string; body: Record<string, unknown> }[]) =>
  requested.filter((one) => one.path === path && 'door' in one.body).map(({ body }) => body)

const code = () => document.querySelector('pre')?.textContent ?? ''

test('a connection is changed and saved with the version that was read', async () => {
  const requested = await open()
  await type('Topic prefix', 'plant/hall 2')
  await type('Hold limit', '300')
  await press('Add line')
  await type('Name or number of line 3', 'Held')
  await userEvent.click(screen.getByLabelText('State of line 3', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: /^13 / }))
  await press('Save')
  await vi.waitFor(() =>
    expect(saves(requested)).toEqual([
      {
        door: 'packmlTags',
        address: 'plant/hall 2',
        dictionary: { Run: 10, '4': 8, Held: 13 },
        holdSeconds: 300,
        designPpm: null,
        version: 5,
      },
    ]),
  )
})

test('a fault stands at its line, and nothing is sent', async () => {
  const requested = await open()
  await press('Add line')
  await type('Name or number of line 3', 'Run')
  await type('Hold limit', '0')
  await press('Save')
  const lines = screen
    .getAllByRole('listitem')
    .filter((item) => within(item).queryByLabelText(/^Name or number/))
  // Numbers come first.
  expect(within(lines[2] as HTMLElement).getByText('It is on line 2 already.')).toBeTruthy()
  expect(screen.getByText('Whole seconds from 1 to 86,400')).toBeTruthy()
  await type('Name or number of line 3', '')
  expect(screen.getByText('Write what the machine sends.')).toBeTruthy()
  await type('Name or number of line 3', 'Slow')
  expect(screen.getByText('Choose a state.')).toBeTruthy()
  expect(saves(requested)).toEqual([])
})

test('all that is missing is said at once', async () => {
  const requested = await open({ connection: { door: 'http', address: null, dictionary: null } })
  await userEvent.click(screen.getByRole('radio', { name: 'PackML tags' }))
  await press('Save')
  expect(screen.getByText('Topic prefix is required')).toBeTruthy()
  expect(screen.getByText('Choose how this machine numbers its states.')).toBeTruthy()
  await type('Topic prefix', 'plant/2')
  expect(screen.queryByText('Topic prefix is required')).toBeNull()
  expect(saves(requested)).toEqual([])
})

test('an address that another machine has stands at the field, with the name of that machine', async () => {
  const words = 'FW-511 sends under this address already.'
  await open({ put: () => refusal(409, 'machine.addressTaken', words) })
  await type('Topic prefix', 'plant/2')
  await press('Save')
  expect((await screen.findAllByText(words)).length).toBeGreaterThanOrEqual(2)
  expect(screen.getByLabelText('Topic prefix').getAttribute('aria-invalid')).toBe('true')
})

test('another connector needs other things, and what it has no use for is not sent', async () => {
  const requested = await open()
  await userEvent.click(screen.getByRole('radio', { name: 'HTTP' }))
  expect(screen.queryByText('What the States Are Called')).toBeNull()
  expect(screen.queryByLabelText('Topic prefix')).toBeNull()
  await press('Save')
  await vi.waitFor(() =>
    expect(saves(requested)[0]).toMatchObject({ door: 'http', address: null, dictionary: null }),
  )
})

test('the lines hold the token that was made, and each way of sending has its own', async () => {
  await open()
  expect(code()).toContain('-P TOKEN')
  await press('Make token')
  expect(await screen.findByDisplayValue('made-token')).toBeTruthy()
  expect(code()).toContain(
    'mosquitto_pub -h packboard.example.com -p 8883 --tls-use-os-certs \\\n  -u FW-103 -P made-token',
  )
  expect(code()).toContain('-t plant/1/Status/StateCurrentStr -m Run')
  expect(screen.getByText(/Our broker is encrypted/)).toBeTruthy()
  await press('curl')
  expect(code()).toContain('https://packboard.example.com/api/ingest/records')
  await press('Node-RED')
  expect(JSON.stringify(JSON.parse(code()))).toContain('made-token')
})

test('a token that exists is named with its time, and a new one is known to replace it', async () => {
  const connection = { tokenMadeAt: '2026-11-23T06:00:00.000Z' as string | null }
  await open({ connection })
  const page = () => document.body.textContent
  expect(page()).toContain('There is a token of FW-103, made 23-11-2026')
  expect(screen.getByText(/^Write your token in place of TOKEN/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Make token' })).toBeNull()
  expect(screen.queryByText(/TOKEN is a placeholder/)).toBeNull()
  await press('Make a new one')
  expect(await screen.findByDisplayValue('made-token')).toBeTruthy()
  expect(page()).not.toContain('There is a token')
})

test('that the lines wait for Save is said while something is not saved', async () => {
  await open()
  const words = /they work when it is saved/
  expect(screen.queryByText(words)).toBeNull()
  await type('Topic prefix', 'plant/2')
  expect(screen.getByText(words)).toBeTruthy()
  await press('Discard')
  expect(screen.queryByText(words)).toBeNull()
})

test.each([
  [{ isTls: false, isLoopback: true }, null, 'listens only on the server itself'],
  [{ isTls: false, isLoopback: false }, null, 'is not encrypted'],
  [{}, { host: 'broker.plant', port: 1883, isTls: false }, 'the broker of the plant'],
])('a broker %j, external %j: %s', async (broker, externalBroker, words) => {
  const reach = {
    ...stored.reach,
    broker: { ...stored.reach.broker, ...broker },
    externalBroker,
  }
  await open({ connection: { reach } })
  expect(screen.getByText(new RegExp(words))).toBeTruthy()
})

test.each([
  ['packmlTags', '-t plant/1/Status/StateCurrentStr'],
  ['mqttJson', '-t packboard/FW-103/sample'],
])('with a broker of the plant the lines are for it, or for our own: %s', async (door, topic) => {
  const reach = { ...stored.reach, externalBroker: plantBroker() }
  await open({ connection: { door, address: 'plant/1', reach } })
  expect(code()).toContain('-h broker.example.com -p 8883')
  expect(code()).toContain('-u USER -P PASSWORD')
  expect(screen.queryByText(/TOKEN is a placeholder/)).toBeNull()
  await press('Packboard’s broker')
  expect(code()).toContain('-h packboard.example.com -p 8883')
  expect(code()).toContain('-u FW-103 -P TOKEN')
  expect(code()).toContain(topic)
  expect(screen.getByText(/TOKEN is a placeholder/)).toBeTruthy()
  // By HTTP there is no broker to choose.
  await press('curl')
  expect(screen.queryByText('Publishes to')).toBeNull()
})

test('the light goes from waiting over red to green as messages come', async () => {
  let recent: object = waiting
  await open({ recent: () => recent })
  const light = async () =>
    (await screen.findAllByRole('status')).map((one) => one.textContent).join(' ')
  expect(await light()).toContain('Waiting for the first record')
  const why = {
    ...{ reason: 'malformed', detail: 'no state Warm up', advice: 'unknownState', mend: '' },
  }
  recent = { ...waiting, light: 'wrong', messages: [message(1, { became: 'quarantined', why })] }
  await screen.findByText('Records arrive and are not accepted', {}, { timeout: 5_000 })
  expect(await light()).toContain('Put this name or number into the table')
  expect(screen.getByText('Not accepted, malformed: no state Warm up')).toBeTruthy()
  recent = {
    ...waiting,
    ...{ light: 'good', goodAt: '2026-11-24T06:00:00.000Z' },
    messages: [message(2), message(1, { became: 'quarantined', why })],
  }
  await screen.findByText('Connected', {}, { timeout: 5_000 })
  expect(await light()).toContain('1 of these was not accepted.')
  expect(screen.getByText('text 2')).toBeTruthy()
})

test('a refused sign-in under the name of the machine is shown with its time and address', async () => {
  const at = '2026-11-24T06:00:00.000Z'
  await open({
    recent: () => ({ ...waiting, refusedSignIns: [{ at, address: '10.1.2.3' }] }),
  })
  const list = (await screen.findByText('Refused sign-ins under this name')).parentElement
  expect(list?.textContent).toMatch(/24-11-2026 \d\d:00:00, from 10\.1\.2\.3/)
  expect(list?.textContent).toContain('make a new token')
})

test('a machine that is quiet has a grey light with its time, late and refused records say so', async () => {
  let recent: object = { ...waiting, light: 'quiet', goodAt: '2026-11-24T06:00:00.000Z' }
  await open({ recent: () => recent })
  const lightOf = async (title: string) => {
    const found = await screen.findByText(title, {}, { timeout: 5_000 })
    return found.closest('[data-light]')?.textContent
  }
  expect(await lightOf('Nothing new arrives')).toContain('Last accepted record')
  expect(screen.queryByText('Nothing arrives?')).toBeNull()
  const late = { became: 'late', timeOfMessage: true }
  recent = { ...waiting, light: 'late', messages: [message(1, late)] }
  expect(await lightOf('Records arrive late')).toContain('older than what the machine had sent')
  expect(screen.getByText(/^The time of its metrics stands still/)).toBeTruthy()
  recent = { ...waiting, light: 'wrong', refused: 3 }
  expect(await lightOf('Records arrive and are not accepted')).toContain('3 records were not')
})

const finding = {
  ...{ inUse: 'iso-tr88', verdict: 'found', proposal: 'libremfg', pairs: 15 },
  scores: [
    { dictionary: 'libremfg', legal: 19, of: 19 },
    { dictionary: 'iso-tr88', legal: 14, of: 19 },
    { dictionary: 'tmc', legal: 2, of: 19 },
  ],
  ...{ isProvisional: true, confirmedAt: null, confirmedBy: null },
}
const confirmed = (requested: readonly { path: string; body: object }[]) =>
  requested.filter((one) => one.path.endsWith('/dictionary')).map(({ body }) => body)

test('a dictionary that fits better is proposed with what speaks for each, and a press sets it', async () => {
  const recent = () => ({ ...waiting, finding })
  const requested = await open({ connection: { dictionary: 'iso-tr88' }, recent })
  expect(await screen.findByText('libremfg fits; the machine is read with ISA-TR88.')).toBeTruthy()
  for (const words of ['19 of 19 legal', '14 of 19 legal', '2 of 19 legal', 'Provisional']) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  await press('Use this dictionary: libremfg')
  await vi.waitFor(() => expect(confirmed(requested)).toEqual([{ dictionary: 'libremfg' }]))
})

test('what cannot be decided is confirmed by a person as it is', async () => {
  const tied = { ...finding, verdict: 'tied', proposal: null }
  const requested = await open({ recent: () => ({ ...waiting, finding: tied }) })
  expect(await screen.findByText(/^Not yet decidable: libremfg and ISA-TR88/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Use this dictionary/ })).toBeNull()
  await press('It is right as it is')
  await vi.waitFor(() => expect(confirmed(requested)).toEqual([{ dictionary: 'iso-tr88' }]))
})

test('a confirmed dictionary says by whom, and asks for nothing', async () => {
  const done = { confirmedAt: '2026-11-24T06:00:00.000Z', confirmedBy: 'admin' }
  const known = { ...finding, proposal: 'iso-tr88', isProvisional: false, ...done }
  await open({ recent: () => ({ ...waiting, finding: known }) })
  expect(await screen.findByText('ISA-TR88 fits, and it is in use.')).toBeTruthy()
  expect(screen.getByText(/^Confirmed by admin,/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'It is right as it is' })).toBeNull()
  expect(screen.queryByText('Provisional')).toBeNull()
})

test('a machine that is not there says so, and only who may connect machines finds the page', async () => {
  serve((requested) =>
    requested.startsWith(path) ? refusal(404, 'machine.notFound', 'Machine not found.') : undefined,
  )
  await openPage('/admin/panel?machine=17', admin)
  expect(await screen.findByText('This machine does not exist')).toBeTruthy()
})

test('an engineer finds the panel at the address of a connection', async () => {
  const requested = serve()
  await openPage('/admin/panel?machine=17', person({ role: 'engineer' }))
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(requested.filter((one) => one.path.startsWith(path))).toEqual([])
})

const reader = {
  ...{ door: 'opcua', address: 'opc.tcp://10.1.2.3:4840', dictionary: null },
  opcUa: { security: 'sign', userName: 'reader', hasPassword: true, trusted: null },
}

test('saving a machine that is read by OPC UA keeps its sign-in, and demands no dictionary', async () => {
  const requested = await open({ connection: reader })
  await type('Hold limit', '30')
  await press('Save')
  await vi.waitFor(() =>
    expect(saves(requested)).toEqual([
      {
        ...{ door: 'opcua', address: 'opc.tcp://10.1.2.3:4840', dictionary: null },
        ...{ holdSeconds: 30, designPpm: null, version: 5 },
        // Without a password: the stored one stays.
        opcUa: { security: 'sign', userName: 'reader' },
      },
    ]),
  )
})

test('the form says of a stored password what becomes of it, and sends a typed one', async () => {
  const requested = await open({ connection: reader })
  expect(screen.getByText(/One is stored; left empty, it stays/)).toBeTruthy()
  await type('Endpoint', 'opc.tcp://10.1.2.4')
  expect(screen.getByText(/enter it again/)).toBeTruthy()
  await type('User name', '')
  expect(screen.getByText('Needs a user name.')).toBeTruthy()
  await type('User name', 'other')
  await type('Password', 'of-the-plc')
  await press('Save')
  await vi.waitFor(() =>
    expect(saves(requested)[0]).toMatchObject({
      opcUa: { security: 'sign', userName: 'other', password: 'of-the-plc' },
    }),
  )
})

const nothingYet = {
  ...{ since: '2026-11-24T06:00:00.000Z', retryAt: null, fault: null, security: null },
  ...{ server: null, machines: [], machine: null, parts: [], alarms: null, clockAheadMs: null },
  certificate: null,
}

test('a way that is chosen and not saved shows its own lines, and those of the old one are gone', async () => {
  await open()
  const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }))
  await press('mosquitto_pub')
  expect(code()).toContain('plant/1/Status/StateCurrentStr')
  await choose('OPC UA')
  expect(screen.queryByText('Token and First Record')).toBeNull()
  expect(screen.getByText(/^Save the connection: then Packboard connects/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await choose('HTTP')
  expect(code()).toContain('/api/ingest/records')
  await choose('Sparkplug B')
  await type('Group / edge node / device', 'Plant 9/Edge 2')
  expect(screen.getByText('Edge 2')).toBeTruthy()
  await press('Discard')
  expect(code()).toContain('plant/1/Status/StateCurrentStr')
})

const certificate = {
  ...{ fingerprint: '3f'.repeat(32), subject: 'CN=Wrapper 7' },
  ...{ validFrom: '2026-01-12T08:00:00.000Z', validTo: '2036-01-10T08:00:00.000Z' },
}

test('the certificate of a server is trusted with its fingerprint, and trust is taken back', async () => {
  let trusted: object | null = null
  const connection: { opcUa: object } = { ...reader }
  const requested = await open({
    connection,
    found: () => ({
      ...nothingYet,
      status: trusted ? 'served' : 'waiting',
      fault: trusted ? null : { reason: 'certificateUnknown', detail: 'Not trusted.' },
      certificate: { ...certificate, trusted: trusted && 'person' },
    }),
    certificate: (method) => {
      trusted = method === 'POST' ? certificate : null
      connection.opcUa = { ...reader.opcUa, trusted }
    },
  })
  const panel = await screen.findByRole('region', { name: 'Certificate of the Server' })
  expect(within(panel).getByText(certificate.fingerprint)).toBeTruthy()
  expect(within(panel).getByText('CN=Wrapper 7')).toBeTruthy()
  await press('Trust this certificate')
  expect(await screen.findByText(/^It was trusted here/)).toBeTruthy()
  await press('Stop trusting it')
  expect(await screen.findByRole('button', { name: 'Trust this certificate' })).toBeTruthy()
  const sent = requested.filter(({ path: one }) => one === `${path}/certificate`)
  expect(sent.map(({ body }) => body.fingerprint)).toEqual([certificate.fingerprint, undefined])
})

test('another certificate than the trusted one is no routine', async () => {
  const trusted = { ...certificate, fingerprint: '00'.repeat(32) }
  await open({
    connection: { ...reader, opcUa: { ...reader.opcUa, trusted } },
    found: () => ({
      ...nothingYet,
      status: 'waiting',
      certificate: { ...certificate, trusted: null },
    }),
  })
  expect(await screen.findByText(/^Another certificate was trusted before/)).toBeTruthy()
  expect(screen.getByText(certificate.fingerprint)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Stop trusting it' })).toBeNull()
})

test('trust by a file is said, and not taken back here', async () => {
  await open({
    connection: reader,
    found: () => ({
      ...nothingYet,
      status: 'served',
      certificate: { ...certificate, trusted: 'file' },
    }),
  })
  expect(await screen.findByText(/^It is trusted by a file in opcua\/trusted/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /trust/i })).toBeNull()
})

test('what was found at a server is shown with what to do, and it is tried again', async () => {
  const detail = 'The certificate of 10.1.2.3 is not trusted.'
  const unread = {
    ...nothingYet,
    ...{ status: 'waiting', retryAt: '2026-11-24T06:01:00.000Z' },
    fault: { reason: 'certificateUnknown', detail },
  }
  const served = {
    ...nothingYet,
    ...{ status: 'served', server: 'Wrapper 7', machine: 'Hall 2/Line 1', alarms: 'array' },
    security: { mode: 'SignAndEncrypt', policy: 'Basic256Sha256' },
    machines: ['Hall 2/Line 1', 'Hall 2/Line 2'],
    parts: [
      { name: 'Status/CurMachSpeed', isThere: true },
      { name: 'Admin/StopReason', isThere: false },
    ],
    clockAheadMs: -2_500,
  }
  let isTrusted = false
  await open({
    connection: reader,
    found: (again) => {
      isTrusted ||= again
      return isTrusted ? served : unread
    },
  })
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByText(/Compare the fingerprint/)).toBeTruthy()
  expect(screen.queryByText('Token and First Record')).toBeNull()
  await press('Try again')
  expect(await screen.findByText('Is read')).toBeTruthy()
  for (const words of [
    'SignAndEncrypt · Basic256Sha256',
    '#Hall 2/Line 2',
    'Status/CurMachSpeed',
    'Admin/StopReason',
    '2.5 s behind ours',
  ]) {
    expect(screen.getByText(words)).toBeTruthy()
  }
  expect(screen.queryByText(detail)).toBeNull()
})

test('of a machine behind a gateway of Sparkplug B the settings of the gateway are shown', async () => {
  await open({
    connection: { door: 'sparkplug', address: 'Plant 1/Edge 4/Wrapper', dictionary: 'iso-tr88' },
  })
  const facts = () =>
    [...document.querySelectorAll('dl > div')].map((row) =>
      [...row.children].map(({ textContent }) => textContent),
    )
  const shown = (token: string) => [
    ['Server host', 'packboard.example.com'],
    ['Port', '8883'],
    ['Encryption', 'TLS'],
    ['User name', 'FW-103'],
    ['Password', token],
    ['Group', 'Plant 1'],
    ['Edge node', 'Edge 4'],
    ['Device', 'Wrapper'],
  ]
  expect(facts()).toEqual(shown('TOKEN'))
  expect(screen.queryByRole('button', { name: 'mosquitto_pub' })).toBeNull()
  await press('Make token')
  await screen.findByDisplayValue('made-token')
  expect(facts()).toEqual(shown('made-token'))
  await press('curl')
  expect(document.querySelector('pre')?.textContent).toContain('/api/ingest/records')
  await press('Node.js')
  for (const part of ['"mqtts://packboard.example.com:8883"', '"made-token"', '"Edge 4"']) {
    expect(code()).toContain(part)
  }
})

const listed = () =>
  within(screen.getByText('Good to Know').parentElement!).getAllByRole('listitem')
const facts = () => listed().map(({ textContent }) => textContent)
const ownJson = { door: 'http', address: null, dictionary: null }

test('beside the line to paste stands how packs are counted, when it is OFFLINE, and how states are written', async () => {
  await open({ connection: { ...ownJson, holdSeconds: 300 } })
  expect(facts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^packs is the machine’s own running counter, not the packs since/),
      'After 300 s without a record the machine is OFFLINE; that is its hold limit. A record may leave out what has not changed.',
      expect.stringMatching(/^time is needed: /),
      expect.stringMatching(/^state is a name of the list or its number/),
      '10Execute',
      '13Held (No Production), Held',
    ]),
  )
  expect(
    screen.getByRole('link', { name: 'All fields and answers in the manual' }).getAttribute('href'),
  ).toBe('/docs/manual/send-records.html')
  await press('Node-RED')
  expect(facts()).toContainEqual(expect.stringMatching(/^time is needed: /))
})

test('what is to know is that of the shown way: JSON by MQTT, tags of PackML, a gateway', async () => {
  await open({ connection: { ...ownJson, door: 'mqttJson' } })
  expect(facts()).toContainEqual(expect.stringMatching(/^time may be left out: /))
  expect(facts()[1]).toMatch(/^After 90 s /)
  await press('curl')
  expect(facts()).toContainEqual(expect.stringMatching(/^time is needed: /))
})

test.each([
  ['packmlTags', null, 'connect', 'The machine is OFFLINE as soon as its connection ends.'],
  ['packmlTags', plantBroker(), 'connect', 'After 90 s without a record the machine is OFFLINE'],
  ['sparkplug', null, 'connect-sparkplug', 'The machine is OFFLINE as soon as its connection ends'],
])('tags and gateways name no field: %s %#', async (door, externalBroker, page, offline) => {
  const address = door === 'sparkplug' ? 'Plant 1/Edge 4' : 'plant/1'
  await open({ connection: { door, address, reach: { ...stored.reach, externalBroker } } })
  expect(facts()[0]).toMatch(/^The pack counter is the machine’s own running counter\./)
  expect(facts()[1]?.startsWith(offline)).toBe(true)
  expect(facts().join(' ')).not.toContain('speed is packs')
  expect(
    screen.getByRole('link', { name: 'All fields and answers in the manual' }).getAttribute('href'),
  ).toBe(`/docs/manual/${page}.html`)
})

function plantBroker() {
  return { host: 'broker.example.com', port: 8883, isTls: true }
}
