/** The log of telemetry; a pino logger fits. */
export type TelemetryLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: TelemetryLog = { info() {}, warn() {}, error() {} }
