import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log of the server: one line of JSON per event on standard output. Secrets are not logged: requests are logged by
 * method, route, path, status and duration only, and the fields below are blanked if code ever passes them.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const secrets = [
    'password',
    'newPassword',
    'accessToken',
    'token',
    'resetToken',
    'emailToken',
    '["x-access-token"]',
    'authorization',
  ]
  const options = {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: secrets.flatMap((name) => {
        const dotted = name.startsWith('[') ? name : `.${name}`
        return [name, `*${dotted}`, `*.*${dotted}`, `*.*.*${dotted}`]
      }),
      censor: '[secret]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
