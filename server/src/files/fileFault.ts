import type { RecordFileFault } from '@packboard/contract/recordFields'

/** Why a whole file cannot be read, as the screen says it. */
export class FileFault extends Error {
  readonly fault: RecordFileFault

  constructor(fault: RecordFileFault, options?: ErrorOptions) {
    super(`The file cannot be read: ${fault}`, options)
    this.name = 'FileFault'
    this.fault = fault
  }
}
