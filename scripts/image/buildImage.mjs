// An image as the OCI describes it (layout, index, manifest, configuration, layers), and beside that the manifest.json by which
// engines older than the layout read the same file.
import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { megabytes, sha256Of } from '../releaseFiles.mjs'
import { giveUp, run, say } from '../steps.mjs'
import { debianRoot, layerTime, userId } from './debianRoot.mjs'

/** `localhost` is no registry: an engine that does not have the image looks for it nowhere else. */
export const imageName = 'localhost/packboard'

/** What is new with each version of a package, apart from what is new with each commit: an update carries less. */
const packages = ['node_modules', 'node']

/** Builds `<folder>/packboard-<version>-linux-x64.oci.tar` from an unpacked release; says what is in it. */
export async function buildImage({ folder: release, version, commit, committedAt }, dist) {
  const file = `packboard-${version}-linux-x64.oci.tar`
  const place = mkdtempSync(join(dist, 'image-'))
  try {
    const layout = join(place, 'layout')
    const blobs = join(layout, 'blobs/sha256')
    mkdirSync(blobs, { recursive: true })

    say('Debian root ...')
    const rootTar = join(place, 'root.tar')
    const debianPackages = await debianRoot(rootTar)
    say('layers (a minute or two) ...')
    const stage = join(place, 'stage')
    mkdirSync(join(stage, 'opt'), { recursive: true })
    symlinkSync(release, join(stage, 'opt/packboard'))
    const inside = packages.map((name) => `opt/packboard/${name}`)
    const packagesTar = join(place, 'packages.tar')
    await tar(packagesTar, stage, layerTime, inside)
    const ownTar = join(place, 'own.tar')
    await tar(ownTar, stage, committedAt, ownNames(release))
    const layers = [
      await layer(blobs, rootTar, 'Debian'),
      await layer(blobs, packagesTar, 'packages and engines'),
      await layer(blobs, ownTar, 'Packboard'),
    ]

    const labels = labelsOf(version, commit, committedAt)
    const configuration = blob(blobs, configurationOf({ labels, committedAt, layers }))
    const manifest = blob(blobs, {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', ...configuration },
      layers: layers.map(({ digest, size }) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
        ...{ digest, size },
      })),
      annotations: labels,
    })
    write(layout, 'oci-layout', { imageLayoutVersion: '1.0.0' })
    write(layout, 'index.json', {
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.index.v1+json',
      manifests: [
        {
          mediaType: 'application/vnd.oci.image.manifest.v1+json',
          ...manifest,
          platform: { architecture: 'amd64', os: 'linux' },
          annotations: {
            'org.opencontainers.image.ref.name': version,
            'io.containerd.image.name': `${imageName}:${version}`,
          },
        },
      ],
    })
    const path = ({ digest }) => `blobs/sha256/${digest.slice('sha256:'.length)}`
    write(layout, 'manifest.json', [
      {
        Config: path(configuration),
        RepoTags: [`${imageName}:${version}`],
        Layers: layers.map(path),
      },
    ])
    await tar(join(place, file), layout, committedAt, ['.'])
    renameSync(join(place, file), join(dist, file))
    return {
      ...{ file, version, layers, debianPackages },
      digest: manifest.digest,
      packedMegabytes: megabytes([statSync(join(dist, file)).size]),
      megabytes: layers.reduce((sum, one) => sum + one.megabytes, 0),
    }
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function ownNames(release) {
  const names = readdirSync(release).filter((name) => !packages.includes(name))
  return names.sort().map((name) => `opt/packboard/${name}`)
}

/** What an engine does with the image when nobody says anything else. */
function configurationOf({ labels, committedAt, layers }) {
  const second = 1e9
  return {
    created: committedAt,
    ...{ architecture: 'amd64', os: 'linux' },
    config: {
      User: `${userId}:${userId}`,
      // A container has a network of its own, whose loopback nobody else reaches.
      Env: [
        'PATH=/usr/local/bin:/usr/bin:/bin',
        'HOME=/data',
        'PACKBOARD_DATA=/data',
        'HOST=0.0.0.0',
        'MQTT_HOST=0.0.0.0',
      ],
      // Process 1 takes in what others leave; the signal to stop reaches the server alone.
      Entrypoint: ['/usr/bin/tini', '--', '/opt/packboard/packboard'],
      Cmd: ['serve'],
      WorkingDir: '/data',
      Volumes: { '/data': {} },
      ExposedPorts: { '8080/tcp': {}, '1883/tcp': {}, '8883/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: labels,
      // Not part of the OCI's form; Docker reads it, Kubernetes has probes of its own.
      Healthcheck: {
        Test: ['CMD', '/opt/packboard/packboard', 'health'],
        ...{ Interval: 30 * second, Timeout: 10 * second },
        ...{ StartPeriod: 120 * second, Retries: 3 },
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
    history: layers.map(({ what }) => ({ created: committedAt, created_by: `packboard: ${what}` })),
  }
}

function labelsOf(version, commit, committedAt) {
  return {
    'org.opencontainers.image.created': committedAt,
    'org.opencontainers.image.title': 'Packboard',
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
  }
}

/** The same bytes for the same files: no times, owners or order of this machine. */
async function tar(file, folder, time, names) {
  const mtime = typeof time === 'number' ? `@${time}` : time
  const words = [
    ...['--sort=name', `--mtime=${mtime}`, '--owner=0', '--group=0', '--numeric-owner'],
    ...['--mode=u+w,go-w,a+rX', '--format=gnu', '-cf', file, '-C', folder, ...names],
  ]
  if ((await run('tar', words)) !== 0) giveUp(`tar could not make ${file}.`)
}

/** Packs a layer into the blobs, under its own checksum; `diffId` is that of what is packed. */
async function layer(blobs, file, what) {
  const diffId = `sha256:${await sha256Of(file)}`
  const size = statSync(file).size
  if ((await run('gzip', ['-n', '-6', file])) !== 0) giveUp(`gzip could not pack ${file}.`)
  const sum = await sha256Of(`${file}.gz`)
  const packed = statSync(`${file}.gz`).size
  renameSync(`${file}.gz`, join(blobs, sum))
  return { what, diffId, digest: `sha256:${sum}`, size: packed, megabytes: megabytes([size]) }
}

function blob(blobs, value) {
  const text = JSON.stringify(value)
  const sum = createHash('sha256').update(text).digest('hex')
  writeFileSync(join(blobs, sum), text)
  return { digest: `sha256:${sum}`, size: Buffer.byteLength(text) }
}

function write(folder, file, value) {
  writeFileSync(join(folder, file), JSON.stringify(value))
}
