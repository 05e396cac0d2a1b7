import {
  hookDeliveries as deliveriesCall,
  type HookForm,
  type HooksAnswer,
  hooks as hooksCall,
  sendDelivery as sendCall,
  setHooks as setCall,
  testHook as testCall,
} from '@packboard/contract'
import {
  type AddressToConfirm,
  addHookTest,
  hookDeliveries,
  hookOfDelivery,
  hooksOfClient,
  type Letter,
  type ManagedHook,
  sendDeliveryNow,
  setHooks,
} from '@packboard/management'
import { AppError } from '@packboard/model'
import type { Access } from '../access/access.ts'
import { routesOf } from '../access/declare.ts'
import type { Deps } from '../deps.ts'
import type { App } from '../http/createApp.ts'
import { limits } from '../http/limits.ts'
import { sharedLimit } from '../http/tokenBucket.ts'
import type { Outbox, OutboxDeps } from './outbox.ts'

/** Webhooks, brokers and addresses of a client, and what was sent to them (D95). */
export function hookRoutes(app: App, deps: Deps & OutboxDeps, access: Access) {
  const route = routesOf(app, 'Alerts')
  const { management, outbox } = deps
  const tests = sharedLimit(deps, { name: 'test of a webhook', ...limits.hookTests })
  const byHand = sharedLimit(deps, { name: 'delivery sent by hand', ...limits.deliveriesByHand })

  route(hooksCall, 'readHooks', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const [{ version, hooks, mails }, state] = await Promise.all([
      hooksOfClient(management, scope),
      outbox.state(),
    ])
    const { mailWorks, mailIsKept, pushWorks } = state
    const ways = { mailWorks, mailIsKept, pushWorks }
    return { version, hooks: hooks.map(shown), mails: [...mails], ...ways }
  })

  // A webhook hands on what its administrator reads (D91).
  const handsOn = { caller: 'setHooks', confirmed: true, answersToken: true } as const
  route(setCall, handsOn, async (request) => {
    const actor = access.actor(request)
    const scope = await access.scope(actor, request.params.clientId)
    for (const hook of request.body.hooks) await demandOutside(outbox, hook)
    const { version, secrets, toConfirm } = await setHooks(management, actor, scope, request.body)
    for (const address of toConfirm) {
      void outbox.letter(confirmAddressLetter(outbox.head(), address), {
        kind: 'alertAddress',
        userId: null,
        until: address.until,
        clientId: scope.clientId,
      })
    }
    return { message: 'Success!', version, secrets: [...secrets] }
  })

  route(deliveriesCall, 'readHooks', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { deliveries, next } = await hookDeliveries(management, scope, request.query)
    return { deliveries: [...deliveries], next }
  })

  route(sendCall, 'setHooks', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    const { id } = request.params
    await demandRoom(byHand, await hookOfDelivery(management, scope, id))
    await sendDeliveryNow(management, scope, id)
    outbox.wake()
    return { message: 'Success!' }
  })

  route(testCall, 'setHooks', async (request) => {
    const scope = await access.scope(access.actor(request), request.params.clientId)
    await demandRoom(tests, scope.clientId)
    await addHookTest(management, scope, request.params.id)
    outbox.wake()
    return { message: 'Success!' }
  })
}

async function demandRoom(limit: ReturnType<typeof sharedLimit>, id: number): Promise<void> {
  const wait = await limit.take(String(id))
  if (wait > 0) throw new AppError('request.tooMany', { retryAfter: wait })
}

/** A private address, and one without TLS, are refused when they are entered and again at each call; a receiver may come later. */
async function demandOutside({ hosts }: Outbox, { url }: HookForm): Promise<void> {
  const address = new URL(url)
  await hosts.demandAllowed(address).catch((error: unknown) => {
    const isAway = error instanceof AppError && error.code === 'hook.away'
    if (isAway && ['https:', 'mqtts:'].includes(address.protocol)) return
    throw isAway ? new AppError('hook.notHttps', { cause: error }) : error
  })
}

const templates = ['packboard', 'slack', 'teams', 'sms'] as const
type Shown = HooksAnswer['hooks'][number]

function shown({ events, kind, template, username, ...hook }: ManagedHook): Shown {
  const known = setCall.body.shape.hooks.element.options[0].shape.events.parse(events)
  const form = templates.find((each) => each === template) ?? 'packboard'
  return kind === 'hook'
    ? { ...hook, kind, events: known, template: form }
    : { ...hook, kind, events: known, username }
}

/** To an address that an administrator entered: nothing goes to it before its owner has opened the link. */
export function confirmAddressLetter(
  { providerName, publicUrl }: { readonly providerName: string; readonly publicUrl: string },
  { address, token, clientName, requestedBy }: AddressToConfirm,
): Letter {
  const text = [
    'Hello,',
    `${requestedBy} wants to send alerts of ${clientName} at ${providerName} to this e-mail address.`,
    'If you want them, confirm it here, within 7 days:',
    `${publicUrl}/alert-address/${token}`,
    'If not, you need not do anything; nothing is sent to you.',
  ]
  return {
    to: address,
    subject: `${providerName}: confirm that alerts may be sent to you`,
    text: text.join('\n\n'),
    token,
  }
}
