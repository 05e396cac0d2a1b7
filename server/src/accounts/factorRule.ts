import type { FactorRule } from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Deps } from '../deps.ts'
import { type Passkeys, passkeyPlace, passkeysAt } from './passkeys.ts'

/** How this installation asks for second factors, and its passkeys where they work. */
export type FactorService = {
  readonly rule: FactorRule
  /** The origin at which passkeys work; null: nowhere. */
  readonly passkeysAt: string | null
  readonly obstacle: 'publicUrl' | 'name' | 'tls' | null
  /** Refused with `passkey.notHere` where they do not work, and with `factor.off` where factors are switched off. */
  passkeys(): Passkeys
  /** Refused with `factor.off` where factors are switched off. */
  demandOn(): void
}

/** `MFA`: without a word off in the demo, whose passwords are public, and else wanted of the staff (D91). */
export function factorService({
  config,
  demo,
  management,
}: Pick<Deps, 'config' | 'demo' | 'management'>): FactorService {
  const place = passkeyPlace(config.publicUrl)
  const works = typeof place !== 'string'
  const rule: FactorRule = { mode: config.mfa ?? (demo ? 'off' : 'staff'), passkeys: works }
  const demandOn = () => {
    if (rule.mode === 'off') throw new AppError('factor.off')
  }
  return {
    rule,
    passkeysAt: works && rule.mode !== 'off' ? place.origin : null,
    obstacle: works ? null : place,
    demandOn,
    passkeys() {
      demandOn()
      if (!works) throw new AppError('passkey.notHere')
      return passkeysAt(management, place, config.providerName)
    },
  }
}
