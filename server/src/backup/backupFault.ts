/** A backup or restore that was refused or failed: one sentence for the person who wanted it. */
export class BackupFault extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'BackupFault'
  }
}

/** The stores are on other servers: their own tools have to back them up. */
export class StoresElsewhere extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'StoresElsewhere'
  }
}
