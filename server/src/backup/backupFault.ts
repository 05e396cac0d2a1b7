import type { BackupFaultKind } from '@packboard/model'

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
