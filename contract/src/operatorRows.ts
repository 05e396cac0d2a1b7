import { endpoint, id } from './endpoint.ts'
import { z } from './z.ts'

const params = z.object({ clientId: id })
const allowed = z.boolean().describe('false unless it was allowed')

export const operatorRows = endpoint({
  method: 'GET',
  path: '/api/admin/operator-rows/:clientId',
  summary: 'Whether figures of a client may be compared operator by operator',
  params,
  answer: z.object({ allowed }),
})

export const setOperatorRows = endpoint({
  method: 'PUT',
  path: '/api/admin/operator-rows/:clientId',
  summary: 'Allow or forbid that figures of a client are compared operator by operator',
  params,
  body: z.object({ allowed }),
  answer: z.object({ message: z.string() }),
})
