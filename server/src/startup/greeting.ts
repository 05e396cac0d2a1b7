import type { Config } from '../config.ts'
import type { RunningServer } from './startServer.ts'

/** What a person who started an installation in a terminal does next; the log has the same for programs. */
export function greeting(
  { url, mqttPort, firstAdminLink }: Pick<RunningServer, 'url' | 'mqttPort' | 'firstAdminLink'>,
  { role, publicUrl }: Pick<Config, 'role' | 'publicUrl'>,
): string {
  const lines = [`Packboard is on  ${publicUrl ?? url}`]
  if (role === 'all' || role === 'api') {
    lines.push(
      '',
      ...(firstAdminLink === undefined
        ? ['Sign in there; the Management Panel adds clients, machines and people.']
        : [
            '1. Open this link and choose the password of the account "admin" (it works once):',
            `   ${firstAdminLink}`,
            '2. Sign in, and add a client and its machines in the Management Panel.',
            '3. Connect a machine: the page of its connection says how, and shows what comes.',
          ]),
    )
  }
  if (mqttPort !== undefined) {
    lines.push(
      '',
      `Machines publish on port ${mqttPort} (MQTT), or send to ${url}/api/ingest/records`,
    )
  }
  lines.push('', 'Settings: docs/operations/settings.md. Stop with Ctrl-C.')
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n`
}
