import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { userId } from '../scripts/image/debianRoot.mjs'
import { readConfig, settingKeys } from '../server/src/config.ts'
import { checkNetwork } from '../server/src/startup/network.ts'
import { filesBelow } from './sources.ts'

/** The files of `deploy/` for containers say what the image and the settings of the server are. */

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const { version } = z.object({ version: z.string() }).parse(JSON.parse(read('package.json')))

const mount = z.object({ name: z.string(), mountPath: z.string() })
const container = z.object({
  image: z.literal('localhost/packboard'),
  securityContext: z.strictObject({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.strictObject({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  readinessProbe: z.object({ httpGet: z.object({ port: z.string(), path: z.string() }) }),
  resources: z.object({ limits: z.object({ memory: z.string() }) }),
  volumeMounts: z.array(mount),
})
const named = z.array(z.object({ name: z.string() }))
const workload = z.object({
  kind: z.enum(['StatefulSet', 'Deployment']),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    replicas: z.number(),
    selector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    template: z.object({
      metadata: z.object({ labels: z.record(z.string(), z.string()) }),
      spec: z.object({
        terminationGracePeriodSeconds: z.literal(60),
        securityContext: z.object({
          runAsNonRoot: z.literal(true),
          runAsUser: z.literal(userId),
          runAsGroup: z.literal(userId),
          fsGroup: z.literal(userId),
        }),
        containers: z.tuple([container]),
        volumes: named,
      }),
    }),
    volumeClaimTemplates: z
      .array(z.object({ metadata: z.object({ name: z.string() }) }))
      .default([]),
  }),
})

const folders = ['single', 'roles'].map((name) => `deploy/kubernetes/${name}`)
const documentsOf = (folder: string): { kind: string }[] =>
  readdirSync(join(root, folder))
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseAllDocuments(read(`${folder}/${file}`)).map((one) => one.toJS()))
const workloads = folders.flatMap((folder) =>
  documentsOf(folder)
    .filter(({ kind }) => kind === 'StatefulSet' || kind === 'Deployment')
    .map((one) => workload.parse(one)),
)

/** What the secret of an installation of several adds. */
const stores = {
  DATABASE_URL: 'postgres://packboard:secret@db:5432/packboard',
  CLICKHOUSE_URL: 'http://packboard:secret@ch:8123',
}

test.each(workloads.map((one) => [one.metadata.name, one] as const))(
  '%s: settings that the server knows and takes together, ports and volumes that are there',
  (_, { spec }) => {
    const { containers, volumes } = spec.template.spec
    const [{ env, ports, readinessProbe, volumeMounts }] = containers
    const names = env.map(({ name }) => name).filter((name) => name !== 'POD_IP')
    expect(names.filter((name) => !settingKeys.includes(name))).toEqual([])
    const values = Object.fromEntries(
      env.map(({ name, value = '10.0.0.1' }) => [name, value.replace('$(POD_IP)', '10.0.0.1')]),
    )
    // The image listens everywhere.
    const config = readConfig({ HOST: '0.0.0.0', MQTT_HOST: '0.0.0.0', ...stores, ...values })
    expect(() => checkNetwork(config, false)).not.toThrow()
    const known = [config.port, ...(config.mqttTlsCert ? [config.mqttTlsPort] : [])]
    expect(ports.map(({ containerPort }) => containerPort)).toEqual(known)
    expect(ports.map(({ name }) => name)).toContain(readinessProbe.httpGet.port)
    const claimed = spec.volumeClaimTemplates.map(({ metadata }) => metadata.name)
    const offered = [...volumes.map(({ name }) => name), ...claimed]
    expect(volumeMounts.filter(({ name }) => !offered.includes(name))).toEqual([])
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual(
      expect.arrayContaining(['/data', '/tmp']),
    )
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels)
  },
)

test('there is a workload for each role, and one holder more than cells', () => {
  const of = (role: string) => workloads.find(({ metadata }) => metadata.name.endsWith(`-${role}`))
  expect([of('ledger'), of('ingest'), of('api')]).not.toContain(undefined)
  const cells = Number(/CELLS=(\d+)/.exec(read('deploy/kubernetes/roles/kustomization.yaml'))?.[1])
  expect(of('ledger')?.spec.replicas).toBe(cells + 1)
})

const service = z.object({
  spec: z.object({
    selector: z.record(z.string(), z.string()),
    ports: z.array(z.object({ targetPort: z.string() })),
  }),
})

test.each(folders)('%s: each service leads to a port of a workload that is there', (folder) => {
  const documents = documentsOf(folder)
  const own = documents.flatMap((one) => workload.safeParse(one).data ?? [])
  const services = documents.filter(({ kind }) => kind === 'Service')
  expect(services.length).toBeGreaterThan(0)
  for (const one of services) {
    const { selector, ports } = service.parse(one).spec
    const chosen = own.filter(({ spec }) =>
      Object.entries(selector).every(([key, value]) => spec.selector.matchLabels[key] === value),
    )
    expect(chosen).toHaveLength(1)
    const offered = chosen[0]?.spec.template.spec.containers[0].ports.map(({ name }) => name)
    for (const { targetPort } of ports) expect(offered).toContain(targetPort)
  }
})

const egress = z.object({
  kind: z.literal('NetworkPolicy'),
  spec: z.object({
    podSelector: z.object({ matchLabels: z.record(z.string(), z.string()) }),
    policyTypes: z.tuple([z.literal('Egress')]),
    egress: z.array(z.object({ ports: z.array(z.object({ port: z.number() })).min(1) })),
  }),
})

test('a pod that answers people connects to ports of the stores, of names, of mail, of companies and of its own kind alone', () => {
  const policies = documentsOf('deploy/kubernetes/roles').flatMap(
    (one) => egress.safeParse(one).data ?? [],
  )
  const [policy] = policies.filter(({ spec }) => spec.podSelector.matchLabels.role === 'api')
  const ports = policy?.spec.egress.flatMap((rule) => rule.ports.map(({ port }) => port)) ?? []
  expect(new Set(ports)).toEqual(new Set([8080, 53, 443, 5432, 8123, 8443, 465, 587]))
})

const compose = z.object({
  services: z.object({
    packboard: z.object({
      image: z.string(),
      stop_grace_period: z.literal('60s'),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal('ALL')]),
      networks: z.object({ inside: z.object({ ipv4_address: z.string() }) }),
      environment: z.record(z.string(), z.string()),
      healthcheck: z.object({ test: z.array(z.string()) }),
    }),
    caddy: z.object({
      networks: z.object({ inside: z.object({ ipv4_address: z.string() }) }),
      environment: z.record(z.string(), z.string()),
    }),
  }),
})

test('the compose file: settings that the server knows and takes together, Caddy trusted and led to it', () => {
  const { packboard, caddy } = compose.parse(parse(read('deploy/container/compose.yaml'))).services
  expect(Object.keys(packboard.environment).filter((name) => !settingKeys.includes(name))).toEqual(
    [],
  )
  const plain = (value: string) =>
    value.replace(/\$\{(\w+):\?[^}]*\}/, '$1.example').replace(/\$\{\w+:-([^}]*)\}/, '$1')
  const values = Object.entries(packboard.environment).map(([name, value]) => [name, plain(value)])
  const config = readConfig({
    ...{ HOST: '0.0.0.0', MQTT_HOST: '0.0.0.0' },
    ...Object.fromEntries(values),
  })
  expect(() => checkNetwork(config, false)).not.toThrow()
  expect(config.trustProxy).toEqual([caddy.networks.inside.ipv4_address])
  expect(caddy.environment.PACKBOARD_UPSTREAM).toBe(
    `${packboard.networks.inside.ipv4_address}:${config.port}`,
  )
  for (const name of Object.keys(caddy.environment)) {
    expect(read('deploy/caddy/Caddyfile')).toContain(`{$${name}:`)
  }
  expect(plain(packboard.image)).toBe(`localhost/packboard:${version}`)
})

test('the manifests name the version of the image', () => {
  for (const folder of folders) {
    expect(read(`${folder}/kustomization.yaml`)).toContain(`newTag: ${version}\n`)
  }
})

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0
test.skipIf(!hasKubectl).each(folders)('kubectl renders %s', (folder) => {
  const { status, stdout } = spawnSync('kubectl', ['kustomize', folder], {
    ...{ cwd: root, encoding: 'utf8' },
  })
  expect(status).toBe(0)
  expect(stdout).toContain(`image: localhost/packboard:${version}`)
})

test('every folder of deploy/ is named in a document', () => {
  const documents = filesBelow(root).filter((path) =>
    /^docs\/(operations\/)?[\w-]+\.md$/.test(path),
  )
  const text = documents.map(read).join('\n')
  for (const name of readdirSync(join(root, 'deploy')).filter((one) => one !== 'testing')) {
    expect(text).toContain(`deploy/${name}`)
  }
})
