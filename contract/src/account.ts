import { endpoint } from './endpoint.ts'
import { z } from './z.ts'

/**
 * The answer to 403 `factor.confirm`: the person shows again who it is, and the refused call is made once more. It counts for ten minutes of
 * this session.
 */
export const confirmIdentity = endpoint('POST', '/api/account/confirm', {
  summary: 'Confirm that it is still you, before what erases, opens or hands on',
  body: z.object({ password: z.string().max(256) }),
  answer: z.object({ message: z.string() }),
})
