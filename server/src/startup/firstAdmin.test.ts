import { openTestManagement } from '@packboard/management/testing'
import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { ConfigError } from '../program/settings.ts'
import { firstAdmin } from './firstAdmin.ts'

const onNetwork = { HOST: '0.0.0.0' }
const long = 'Password must be at least 12 characters long.'
const common = 'This password is too common.'

test('the password of the first administrator follows the rules where it is used, and only there', async () => {
  const { management, close } = await openTestManagement({ demo: false })
  try {
    const start = (env: Record<string, string>) => firstAdmin(management, readConfig(env))
    for (const [password, env, sentence] of [
      ['eleven char', onNetwork, long],
      ['eleven char', { PUBLIC_URL: 'https://packboard.example.com' }, long],
      ['short one', { PASSWORD_MIN_LENGTH: '12' }, long],
      ['Administrator1!', onNetwork, common],
      ['administrator16!', { ...onNetwork, PASSWORD_MIN_LENGTH: '16' }, common],
      ['password', { ...onNetwork, PASSWORD_MIN_LENGTH: '3' }, common],
    ] as const) {
      const refused = start({ ...env, PACKBOARD_ADMIN_PASSWORD: password })
      await expect(refused).rejects.toThrow(ConfigError)
      await expect(refused).rejects.toThrow(`PACKBOARD_ADMIN_PASSWORD cannot be used. ${sentence}`)
    }
    const created = start({
      ...onNetwork,
      PASSWORD_MIN_LENGTH: '3',
      PACKBOARD_ADMIN_PASSWORD: 'a 7 q',
    })
    expect(await created).toEqual({ outcome: 'created' })
    // It signs in with what it has; an old setting does not keep the server from starting.
    const later = start({ ...onNetwork, PACKBOARD_ADMIN_PASSWORD: 'a 7 q' })
    expect(await later).toEqual({ outcome: 'known' })
  } finally {
    await close()
  }
})
