import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { managementSchema } from '@packboard/management'
import { UnreleasedData } from '@packboard/model'
import { telemetrySchema } from '@packboard/telemetry/backup'
import { z } from 'zod'
import { BackupFault } from './backupFault.ts'
import { backupKey, keyFor } from './sealing.ts'

/** How backups are laid out; a later layout gets a higher number. Those of before the baseline of the schemas have 1. */
export const format = 2
export const manifestFile = 'manifest.json'
const sumFile = 'manifest.sum'

/** Names of files in a backup: no path leads out of it. */
const path = z
  .string()
  .regex(/^(telemetry|management|files)\/[\w-]+(\/[\w-]+)?\.(tar|json|jsonl\.gz)$/)
const whole = z.number().int().min(0)
const stored = { file: path, bytes: whole, sha256: z.string().regex(/^[0-9a-f]{64}$/) }
const name = z.string().regex(/^\w+$/)

const schemas = z.object({ telemetry: whole, management: whole })
const manifest = z.object({
  format: z.literal(format),
  packboard: z.string(),
  installation: z.string(),
  /** What is in the backup was stored until this instant. */
  instant: z.iso.datetime(),
  pausedMs: z.number(),
  seconds: z.number(),
  schemas,
  engines: z.object({ telemetry: z.string(), management: z.string() }),
  encryption: z.object({ salt: z.string().regex(/^[0-9a-f]{32}$/) }).nullable(),
  /** Samples, alarms and audit records. */
  records: whole,
  /** What this backup alone takes on the disk; the rest are links to files of earlier ones. */
  newBytes: whole,
  telemetry: z.object({
    definitions: z.object(stored),
    parts: z.array(
      z.object({ ...stored, table: name, tableId: z.string(), name, id: z.string(), rows: whole }),
    ),
  }),
  management: z.object({
    tables: z.array(z.object({ ...stored, name, columns: z.array(name), rows: whole })),
    numbers: z.array(z.object({ table: name, column: name, last: whole })),
  }),
  /** What the data directory has beside the stores; the key file in one that is encrypted alone. */
  files: z.array(z.object({ ...stored, kind: z.enum(['pictures', 'plant', 'keys']) })),
})
export type Manifest = z.output<typeof manifest>

/** All files of a backup. */
export const filesOf = ({ telemetry, management, files }: Manifest) => [
  telemetry.definitions,
  ...telemetry.parts,
  ...management.tables,
  ...files,
]

export const bytesOf = (one: Manifest): number =>
  filesOf(one).reduce((sum, { bytes }) => sum + bytes, 0)

/** The manifest as it is written, and the line that shows whether it was changed. */
export function writtenManifest(one: Manifest, key: Buffer | undefined) {
  const text = `${JSON.stringify(one, undefined, 1)}\n`
  return [
    { name: manifestFile, text },
    { name: sumFile, text: `${sumOf(text, one.encryption, key)}\n` },
  ]
}

/** With a key only who has it can write a sum that fits. */
function sumOf(text: string, encryption: Manifest['encryption'], key: Buffer | undefined): string {
  if (!encryption || !key) return `sha256 ${createHash('sha256').update(text).digest('hex')}`
  const own = keyFor(key, Buffer.from(encryption.salt, 'hex'), 'packboard manifest')
  return `hmac-sha256 ${createHmac('sha256', own).update(text).digest('hex')}`
}

export type OpenedManifest = { readonly manifest: Manifest; readonly key: Buffer | undefined }

/** Reads the manifest of a backup and refuses one that cannot be used here; `words` are those of PACKBOARD_BACKUP_KEY. */
export async function readManifest(
  folder: string,
  words: string | undefined,
): Promise<OpenedManifest> {
  const [text, sum] = await Promise.all(
    [manifestFile, sumFile].map((file) =>
      readFile(join(folder, file), 'utf8').catch(() => undefined),
    ),
  )
  if (text === undefined || sum === undefined) {
    throw new BackupFault(`${folder} is no finished backup: it has no manifest.`)
  }
  const json = asJson(text)
  refuseFormat(folder, json)
  const parsed = manifest.safeParse(json)
  if (!parsed.success) throw new BackupFault(differs(folder))
  const { encryption } = parsed.data
  if (encryption && words === undefined) {
    throw new BackupFault(
      `The backup ${folder} is encrypted; set PACKBOARD_BACKUP_KEY to the key that it was made with.`,
    )
  }
  if (!encryption && words !== undefined) {
    throw new BackupFault(
      `The backup ${folder} is not encrypted, and PACKBOARD_BACKUP_KEY is set; remove it to use this backup all the same.`,
    )
  }
  const key =
    encryption && words !== undefined
      ? backupKey(words, Buffer.from(encryption.salt, 'hex'))
      : undefined
  if (!isSame(sumOf(text, encryption, key), sum.trim())) {
    throw new BackupFault(
      encryption
        ? `PACKBOARD_BACKUP_KEY is not the key of the backup ${folder}, or its manifest was changed.`
        : differs(folder),
    )
  }
  refuseNewer(folder, parsed.data)
  return { manifest: parsed.data, key }
}

function refuseFormat(folder: string, json: unknown): void {
  const found = z.object({ format: z.number(), schemas }).safeParse(json).data
  if (found === undefined) return
  if (found.format > format) {
    throw new BackupFault(`The backup ${folder} was made by a newer Packboard; use that one.`)
  }
  if (found.format < format) {
    const { telemetry, management } = found.schemas
    throw new BackupFault(
      new UnreleasedData(
        `The backup ${folder}`,
        `schema ${telemetry} of the records and ${management} of the management data`,
        'restore it with that version',
      ).message,
    )
  }
}

/** What a newer Packboard has written, an older one would misread. */
function refuseNewer(folder: string, { schemas, packboard }: Manifest): void {
  if (schemas.telemetry > telemetrySchema || schemas.management > managementSchema) {
    throw new BackupFault(
      `The backup ${folder} was made by a newer Packboard (${packboard}), whose data this one does not know; use that version or a later one.`,
    )
  }
}

const differs = (folder: string) =>
  `The manifest of the backup ${folder} is damaged: it does not fit its checksum.`

function isSame(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
