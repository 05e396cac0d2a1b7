/** A pino logger fits. */
export type IngestLog = {
  info(facts: object, message: string): void
  warn(facts: object, message: string): void
  error(facts: object, message: string): void
}

export const silentLog: IngestLog = { info() {}, warn() {}, error() {} }
