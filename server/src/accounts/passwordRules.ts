import {
  networkPasswordRules,
  type PasswordRules,
  shortestPassword,
  specifiedPasswordRules,
} from '@packboard/model'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../http/connections.ts'

/**
 * What is wanted of a new password (D39): the length that is set, and without that the specification's rules, or stricter ones where
 * other machines reach the sign-in, directly or through the proxy behind PUBLIC_URL. A length that is set, whichever, leaves common passwords
 * refused there; where it is above the specification's, also on this machine alone.
 */
export function passwordRulesOf({
  passwordMinLength,
  host,
  publicUrl,
}: Pick<Config, 'passwordMinLength' | 'host' | 'publicUrl'>): PasswordRules {
  const names = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]
  const isAlone = names.every((name) => isLoopbackHost(name.replace(/^\[|\]$/g, '')))
  const { minLength, refuseCommon } = isAlone ? specifiedPasswordRules : networkPasswordRules
  const wanted = passwordMinLength ?? minLength
  return { minLength: wanted, refuseCommon: refuseCommon || wanted > shortestPassword }
}
