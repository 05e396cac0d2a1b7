import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keepDays, readConfig, settingKeys } from './config.ts'
import { ConfigError } from './program/settings.ts'

test('an empty environment gives a server on this machine only, with nothing to set', () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    mqttPort: 1883,
    role: 'all',
    signup: true,
    distributorSees: 'own',
    passwordMinLength: undefined,
    providerName: 'Packboard',
    providerLinks: [],
    securityContact: undefined,
    trustProxy: false,
    clickhouseUrls: [],
    clickhouseDatabase: 'packboard',
    databaseUrl: undefined,
    mqttUrl: undefined,
    mqttUrlCa: undefined,
    smtpUrl: undefined,
    mailFrom: 'Packboard <packboard@localhost>',
    publicUrl: undefined,
    metricsToken: undefined,
    keepDays: { raw: 400, minutes: 1_826, audit: 731 },
    keepDaysOf: new Map(),
  })
})

test('how long data are kept is said for the installation and for single clients', () => {
  const config = readConfig({
    KEEP_RAW_DAYS: '500',
    KEEP_AUDIT_DAYS: '31',
    KEEP_CLIENTS: '2:raw=800,audit=365; 7 : minutes = 2000',
  })
  expect(config.keepDays).toEqual({ raw: 500, minutes: 1_826, audit: 31 })
  expect(config.keepDaysOf).toEqual(
    new Map([
      [2, { raw: 800, audit: 365 }],
      [7, { minutes: 2_000 }],
    ]),
  )
  expect(keepDays(config, 'raw')).toEqual({ days: 500, ofClient: new Map([[2, 800]]) })
  expect(keepDays(config, 'audit')).toEqual({ days: 31, ofClient: new Map([[2, 365]]) })
})

test('an empty value means not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
  })
})

test('reads what is set', () => {
  const config = readConfig({
    PORT: '9000',
    TRUST_PROXY: '10.0.0.5, 10.1.0.0/16',
    PROVIDER_LINKS: 'Support=https://example.com/a?b=c;Contact=https://example.com',
    DISTRIBUTOR_SEES: 'all',
    CLICKHOUSE_DATABASE: 'packing_2',
    MQTT_URL: 'mqtts://broker.example:8883',
    SMTP_URL: 'smtp://mail.example:587?requireTLS=true',
    MAIL_FROM: 'Alder Packaging <no-reply@alder.example>',
    PUBLIC_URL: 'https://packboard.example/board/',
  })
  expect(config).toMatchObject({
    port: 9000,
    trustProxy: ['10.0.0.5', '10.1.0.0/16'],
    providerLinks: [
      { label: 'Support', href: 'https://example.com/a?b=c' },
      { label: 'Contact', href: 'https://example.com' },
    ],
    distributorSees: 'all',
    clickhouseDatabase: 'packing_2',
  })
})

test.each([
  ['PORT', 'eighty'],
  ['PORT', '-1'],
  ['PORT', '70000'],
  ['MQTT_PORT', '1e3'],
  ['ROLE', 'everything'],
  ['SIGNUP', 'maybe'],
  ['DISTRIBUTOR_SEES', 'any'],
  ['PASSWORD_MIN_LENGTH', '2'],
  ['LOG_LEVEL', 'loud'],
  ['CLICKHOUSE_URL', 'ftp://user:hunter2@host'],
  ['CLICKHOUSE_DATABASE', 'line 7'],
  ['CLICKHOUSE_DATABASE', '7lines'],
  ['CLICKHOUSE_DATABASE', "a'; DROP"],
  ['DATABASE_URL', 'mysql://user:hunter2@host'],
  ['MQTT_URL', 'host:1883 hunter2'],
  ['SMTP_URL', 'http://user:hunter2@mail'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@b.example, c@d.example'],
  ['MAIL_FROM', 'A <a@b.example>\r\nBcc: c@d.example'],
  ['PUBLIC_URL', 'packboard.example'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['PUBLIC_URL', 'https://packboard.example/?next='],
  ['TRUST_PROXY', 'on'],
  ['TRUST_PROXY', '0'],
  ['PROVIDER_LINKS', 'Evil=javascript:alert(1)'],
  ['OPCUA_HOSTS', '!plc7.plant.example'],
  ['METRICS_TOKEN', 'short'],
  // A record may arrive 400 days late, and the records around it must still exist.
  ['KEEP_RAW_DAYS', '399'],
  ['KEEP_MINUTE_DAYS', '399'],
  ['KEEP_AUDIT_DAYS', '30'],
  ['KEEP_AUDIT_DAYS', 'ever'],
  ['KEEP_CLIENTS', '2'],
  ['KEEP_CLIENTS', 'Norsk:raw=800'],
  ['KEEP_CLIENTS', '2:raw=399'],
  ['KEEP_CLIENTS', '2:records=800'],
])('%s=%s is refused in one sentence that names the key and the way to mend it', (key, value) => {
  const read = () => readConfig({ [key]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${key} must be .+; correct it or remove ${key} .+\\.$`))
  // A wrong value may hold a password.
  expect(read).not.toThrow(/hunter2/)
})

test('a cluster of ClickHouse, which Packboard does not need, is refused in one sentence that says what to do instead', () => {
  for (const name of ['plant', "a'; DROP"]) {
    const read = () => readConfig({ CLICKHOUSE_CLUSTER: name })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow(/^CLICKHOUSE_CLUSTER is not needed: .+; remove CLICKHOUSE_CLUSTER\.$/)
  }
  // An empty value means "not set" in a compose file.
  expect(() => readConfig({ CLICKHOUSE_CLUSTER: '' })).not.toThrow()
})

test('the page of settings lists every setting', () => {
  const guide = readFileSync(new URL('../../docs/operations/settings.md', import.meta.url), 'utf8')
  const unlisted = (keys: readonly string[]) => keys.filter((key) => !guide.includes(`\`${key}\``))
  expect(unlisted(settingKeys)).toEqual([])
  expect(unlisted(['NOT_A_SETTING'])).toEqual(['NOT_A_SETTING'])
  expect(guide).not.toContain('CLICKHOUSE_CLUSTER')
})
