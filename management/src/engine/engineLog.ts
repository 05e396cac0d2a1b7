/** Where the room tells what it does; a pino logger fits. */
export type ManagementLog = {
  info(details: object, message: string): void
  warn(details: object, message: string): void
  error(details: object, message: string): void
}

export const silentLog: ManagementLog = {
  info() {},
  warn() {},
  error() {},
}
