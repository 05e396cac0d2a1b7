import { type OutsideHosts, outsideHosts } from '../http/outsideHosts.ts'

/** Which addresses of company sign-ins may be connected to. */
export type ProviderHosts = OutsideHosts

/** Public addresses, and those that OIDC_HOSTS names. */
export const providerHosts = (
  listed: readonly string[] = [],
  find?: (host: string) => Promise<readonly string[]>,
  localAddresses?: () => readonly string[],
): ProviderHosts =>
  outsideHosts(
    { private: 'company.privateAddress', plain: 'company.notHttps', away: 'company.away' },
    listed,
    { ...(find && { find }), ...(localAddresses && { localAddresses }) },
  )
