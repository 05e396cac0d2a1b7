import type { Endpoint } from '@packboard/contract'
import * as contract from '@packboard/contract'
import type { ProgramGroup } from '@packboard/model'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { App } from '../http/createApp.ts'
import type { Permission } from './policies.ts'

/**
 * Who may call a route. `everybody` needs no session; `device` is a machine's own token; `loopback` is this machine or the
 * holder of METRICS_TOKEN; `peer` is another process of this installation; `kiosk` is only a television or a tablet with a
 * wall link; any other value is a permission of a signed-in person.
 */
type Caller = 'everybody' | 'device' | 'loopback' | 'peer' | 'kiosk' | Permission

export type RoutePolicy = {
  readonly caller: Caller
  /** Also for a television with a wall link of kind board, for the client and the machines of the link. */
  readonly board?: true
  /** Also for a tablet with a link of kind operator: once a name was chosen on it, or before. */
  readonly operator?: 'named' | 'unnamed'
  /**
   * Also for a program whose key is of this group (D92). Of several groups the key has one, and the route demands the one of its
   * question.
   */
  readonly group?: ProgramGroup | readonly ProgramGroup[]
  /** Erases, opens or hands on (D91): only for a person who showed password or factor within the last ten minutes. */
  readonly confirmed?: true
}

type Links = Pick<RoutePolicy, 'board' | 'operator'>

/** What a wall needs to know of its machines; a television may call only this. */
export const onBoards: Links = { board: true }
/** What the page of the operators needs; a tablet may call only this. */
export const onTablets: Links = { operator: 'named' }
export const onLinks: Links = { ...onBoards, ...onTablets }

/** What every person reads of the clients that it sees, and a program whose key is of this group. */
export const readBy = (group: ProgramGroup | readonly ProgramGroup[]): RoutePolicy => ({
  caller: 'readDashboards',
  group,
})

/** Pages and files that are the same for every caller and hold nothing of a customer. */
export const openToAll: RoutePolicy = { caller: 'everybody' }

/**
 * The name of a call in the contract, which is its `operationId` in OpenAPI: a generated client names its functions by it,
 * so a call is not renamed once it was released.
 */
const operationIds = new Map<unknown, string>(
  Object.entries(contract).map(([name, exported]) => [exported, name]),
)

type Part<E, From extends string, To extends string> =
  E extends Record<From, z.ZodType> ? { readonly [Key in To]: E[From] } : unknown

/** What Fastify takes from a call of the contract: the schemas of the request, and the only schema of the answer. */
type Declared<E extends Endpoint> = {
  readonly method: E['method']
  readonly url: E['path']
  readonly config: { readonly policy: RoutePolicy }
  readonly schema: Part<E, 'params', 'params'> &
    Part<E, 'query', 'querystring'> &
    Part<E, 'body', 'body'> & { readonly response: { readonly 200: E['answer'] } }
}

/**
 * Declares a route from the contract, so that URL, validation and serialisation cannot differ from it, with the policy that
 * the guard enforces. For routes that say more than `routesOf` takes.
 */
export function declare<const E extends Endpoint>(
  endpoint: E,
  tag: string,
  policy: Caller | RoutePolicy,
): Declared<E>
export function declare(endpoint: Endpoint, tag: string, policy: Caller | RoutePolicy): object {
  const { method, path, summary, params, query, body, answer } = endpoint
  const operationId = operationIds.get(endpoint)
  return {
    method,
    url: path,
    config: { policy: typeof policy === 'string' ? { caller: policy } : policy },
    schema: {
      summary,
      tags: [tag],
      ...(operationId && { operationId }),
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: answer, '4xx': contract.failure, '5xx': contract.failure },
    },
  }
}

type Read<E, From extends string> =
  E extends Record<From, infer Shape extends z.ZodType> ? z.output<Shape> : unknown

type CallOf<E extends Endpoint> = FastifyRequest<{
  Params: Read<E, 'params'>
  Querystring: Read<E, 'query'>
  Body: Read<E, 'body'>
}>

/** Who may call a route. An answer that holds a token beside text of the caller is not compressed (T70). */
type Terms = RoutePolicy & { readonly answersToken?: true }

type Answered<E extends Endpoint> = z.output<E['answer']> | FastifyReply

/** The routes of one tag: a call of the contract, who may make it, and what answers it. */
export function routesOf(app: App, tag: string) {
  function route<const E extends Endpoint>(
    call: E,
    terms: Caller | Terms,
    answer: (request: CallOf<E>, reply: FastifyReply) => Answered<E> | Promise<Answered<E>>,
  ): void
  function route(
    call: Endpoint,
    terms: Caller | Terms,
    answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ): void {
    const { answersToken, ...policy }: Terms = typeof terms === 'string' ? { caller: terms } : terms
    app.route({
      ...declare(call, tag, policy),
      ...(answersToken && { compress: false }),
      handler: answer,
    })
  }
  return route
}

/** Gives a policy to the routes that a plugin registers here, which declare none themselves. */
export function declareBelow(app: FastifyInstance, policy: RoutePolicy): void {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, policy }
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call this route; without one the server does not start. */
    policy?: RoutePolicy
  }
}
