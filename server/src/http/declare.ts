import { type Endpoint, failure } from '@packboard/contract'
import type { z } from 'zod'

type Part<E, From extends string, To extends string> =
  E extends Record<From, z.ZodType> ? { readonly [Key in To]: E[From] } : unknown

/** What Fastify takes from a call of the contract: the schemas of the request, and the only schema of the answer. */
type Declared<E extends Endpoint> = {
  readonly method: E['method']
  readonly url: E['path']
  readonly schema: Part<E, 'params', 'params'> &
    Part<E, 'query', 'querystring'> &
    Part<E, 'body', 'body'> & { readonly response: { readonly 200: E['answer'] } }
}

/** Declares a route from the contract, so that URL, validation and serialisation cannot differ from it. */
export function declare<const E extends Endpoint>(endpoint: E, tag: string): Declared<E>
export function declare(endpoint: Endpoint, tag: string): object {
  const { method, path, summary, params, query, body, answer } = endpoint
  return {
    method,
    url: path,
    schema: {
      summary,
      tags: [tag],
      ...(params ? { params } : {}),
      ...(query ? { querystring: query } : {}),
      ...(body ? { body } : {}),
      response: { 200: answer, '4xx': failure, '5xx': failure },
    },
  }
}
