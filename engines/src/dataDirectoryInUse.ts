/** Another Packboard already works on this data directory; two would damage it. */
export class DataDirectoryInUse extends Error {
  readonly directory: string

  constructor(directory: string) {
    super(
      `Another Packboard is already running on the data directory ${directory}. ` +
        'Stop it first, or choose another directory with PACKBOARD_DATA.',
    )
    this.name = 'DataDirectoryInUse'
    this.directory = directory
  }
}
