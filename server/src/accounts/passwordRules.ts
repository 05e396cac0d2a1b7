import { networkPasswordRules, type PasswordRules, specifiedPasswordRules } from '@packboard/model'
import type { Config } from '../config.ts'
import { isLoopbackHost } from '../http/connections.ts'

/**
 * What is wanted of a new password (D39): what is set, and without that the specification's rules, or stricter ones where
 * other machines reach the sign-in, directly or through the proxy behind PUBLIC_URL.
 */
export function passwordRulesOf({
  passwordMinLength,
  host,
  publicUrl,
}: Pick<Config, 'passwordMinLength' | 'host' | 'publicUrl'>): PasswordRules {
  if (passwordMinLength !== undefined) {
    return { ...specifiedPasswordRules, minLength: passwordMinLength }
  }
  const names = [host, ...(publicUrl === undefined ? [] : [new URL(publicUrl).hostname])]
  const isAlone = names.every((name) => isLoopbackHost(name.replace(/^\[|\]$/g, '')))
  return isAlone ? specifiedPasswordRules : networkPasswordRules
}
