import { operatorSettings } from '@packboard/model'
import { endpoint, id } from './endpoint.ts'
import { z } from './z.ts'

const params = z.object({ clientId: id })
const setting = z
  .enum(operatorSettings)
  .describe(
    'allowed: figures are compared operator by operator; forbidden: they are not, and names of operators are left out for users, walls and tablets; notSet: only the comparison is refused',
  )

export const operatorRows = endpoint({
  method: 'GET',
  path: '/api/admin/operator-rows/:clientId',
  summary: 'What a client says of the names and figures of its operators',
  params,
  answer: z.object({ setting }),
})

export const setOperatorRows = endpoint({
  method: 'PUT',
  path: '/api/admin/operator-rows/:clientId',
  summary:
    'Allow or forbid that figures of a client are compared operator by operator, and that users, walls and tablets read names of operators',
  params,
  body: z.object({ setting }),
  answer: z.object({ message: z.string() }),
})
