import { generate } from 'otplib'

/** The code that an authenticator app with this secret shows at a moment, in ms since 1970. */
export const oneTimeCode = (secret: string, now: number) =>
  generate({ secret, epoch: Math.floor(now / 1_000) })
