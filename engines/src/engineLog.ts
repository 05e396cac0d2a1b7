/** Where an engine reports what it does; a pino logger fits. */
export type EngineLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: EngineLog = {
  info() {},
  warn() {},
  error() {},
}
