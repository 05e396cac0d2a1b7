/** Data of a commit of before the first release: no step leads from their schema to that of a release, so they are not opened. */
export class UnreleasedData extends Error {
  /**
   * `what` begins the sentence ("The telemetry store"), `schema` is the number that it bears ("schema 16"), `instead` what a person
   * does now.
   */
  constructor(what: string, schema: string, instead = 'begin with an empty one') {
    super(
      `${what} was written by a Packboard with ${schema}, which no release ever had; nothing in it was changed, ${instead}.`,
    )
    this.name = 'UnreleasedData'
  }
}
