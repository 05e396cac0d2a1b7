import { endpoint } from '../endpoint.ts'
import { z } from '../z.ts'

const option = z.object({ id: z.number().int(), label: z.string() })
export const subscriptionOptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  summary: 'The subscriptions that a client may have',
  answer: z.object({ subscriptions: z.array(option) }),
})
export const userGroupOptions = endpoint({
  method: 'GET',
  path: '/api/admin/userGroups',
  summary: 'The roles that the signed-in person may give',
  answer: z.object({ userGroups: z.array(option) }),
})
export const tutorials = endpoint({
  method: 'GET',
  path: '/api/admin/tutorials/2',
  summary: 'Tutorials; the link to them is hidden',
  answer: z.object({ tutorials: z.array(z.object({ title: z.string(), link: z.string() })) }),
})
