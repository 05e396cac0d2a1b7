import { demoAccountsExist, seedDemo } from '@packboard/demo'
import { ensureFirstAdmin, type FirstAdmin, type Management } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Logger } from 'pino'
import { linkAddress } from '../accounts/letters.ts'
import { passwordRulesOf } from '../accounts/passwordRules.ts'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../http/connections.ts'
import { ConfigError } from '../program/settings.ts'

/** The first administrator of an empty installation; a given password that breaks the rules ends the start with a sentence. */
export async function firstAdmin(management: Management, config: Config): Promise<FirstAdmin> {
  try {
    return await ensureFirstAdmin(management, config.adminPassword, passwordRulesOf(config))
  } catch (error) {
    if (!(error instanceof AppError) || !error.code.startsWith('password.')) throw error
    throw new ConfigError(`PACKBOARD_ADMIN_PASSWORD cannot be used. ${error.message}`)
  }
}

/** The first administrator has a password of the environment, or chooses one by this link, which only the log shows (D50). */
export function reportFirstAdmin(
  first: FirstAdmin,
  publicUrl: string,
  log: Logger,
): string | undefined {
  if (first.outcome === 'created') {
    log.warn(
      'the account "admin" was created with the password of PACKBOARD_ADMIN_PASSWORD; remove the variable now',
    )
  }
  if (first.outcome !== 'invited') return undefined
  const link = linkAddress(publicUrl, { kind: 'invitation', token: first.token })
  log.warn(
    { link },
    'nobody can sign in yet: open this link to choose the password of the account "admin" (it works once; a new start makes a new one), or start with PACKBOARD_ADMIN_PASSWORD',
  )
  return link
}

/** The accounts of the demo, which must not be reachable from other machines. */
export async function demoAccounts(
  management: Management,
  config: Config,
  demo: boolean,
  log: Logger,
) {
  if (demo) {
    const outcome = await seedDemo(management, undefined, { alerts: true })
    if (outcome === 'seeded') log.info('the demo was written')
    return
  }
  const isReachable = !isLoopbackHost(config.host) || !isLoopbackHost(config.mqttHost)
  if (isReachable && (await demoAccountsExist(management))) {
    throw new ConfigError(
      'HOST and MQTT_HOST must be addresses of this machine alone while accounts with the demo password exist; remove HOST and MQTT_HOST or use another PACKBOARD_DATA.',
    )
  }
}
