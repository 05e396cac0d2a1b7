import type { BackupFaultKind } from '@packboard/model'
import type { Config } from '../config.ts'

/** A backup or restore that was refused or failed: one sentence for the person who wanted it. */
export class BackupFault extends Error {
  readonly kind: BackupFaultKind

  constructor(
    sentence: string,
    { kind = 'other', cause }: { readonly kind?: BackupFaultKind; readonly cause?: unknown } = {},
  ) {
    super(sentence, { cause })
    this.name = 'BackupFault'
    this.kind = kind
  }
}

/** The stores are on other servers: their own tools have to back them up. */
export class StoresElsewhere extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StoresElsewhere'
  }
}

/**
 * Why Packboard does not back up the stores of this configuration; undefined where both engines are its own. Of two servers nobody
 * but their operator can take one instant.
 */
export function storesElsewhere({
  databaseUrl,
  clickhouseUrls,
}: Pick<Config, 'databaseUrl' | 'clickhouseUrls'>): string | undefined {
  const people = databaseUrl !== undefined
  const records = clickhouseUrls.length > 0
  if (!people && !records) return undefined
  const where =
    people && records
      ? 'PostgreSQL is the server of DATABASE_URL and ClickHouse that of CLICKHOUSE_URL'
      : people
        ? 'PostgreSQL is the server of DATABASE_URL'
        : 'ClickHouse is the server of CLICKHOUSE_URL'
  return `Packboard backs up its own engines only, and here ${where}: back up the records first and the management data right after them, each with the tools of its server (BACKUP DATABASE, pg_dump), and keep the two together; docs/operations/backup.md says how.`
}
