import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { passwordRulesOf } from './passwordRules.ts'

test.each([
  [{}, 3, false],
  [{ HOST: 'localhost' }, 3, false],
  [{ HOST: '::1', PUBLIC_URL: 'http://[::1]:8080' }, 3, false],
  [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, 3, false],
  [{ HOST: '0.0.0.0' }, 12, true],
  [{ HOST: '::' }, 12, true],
  [{ HOST: '192.168.1.20', PUBLIC_URL: 'http://localhost:8080' }, 12, true],
  // A proxy on this machine brings people from other ones.
  [{ PUBLIC_URL: 'https://packboard.example.com' }, 12, true],
  [{ PUBLIC_URL: 'http://localhost.example.com' }, 12, true],
  [{ HOST: '0.0.0.0', PASSWORD_MIN_LENGTH: '3' }, 3, true],
  [{ PASSWORD_MIN_LENGTH: '3' }, 3, false],
  [{ PUBLIC_URL: 'https://packboard.example.com', PASSWORD_MIN_LENGTH: '8' }, 8, true],
  [{ PASSWORD_MIN_LENGTH: '16' }, 16, true],
])(
  'a new password with %j has at least %i characters; common ones refused: %s',
  (env, minLength, refuseCommon) => {
    expect(passwordRulesOf(readConfig(env))).toEqual({ minLength, refuseCommon })
  },
)
