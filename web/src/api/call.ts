import { type Endpoint, failure } from '@packboard/contract'
import type { z } from 'zod'
import { currentSession, endSession } from '../session/session.ts'

/** A call that was answered with a failure, or not at all. */
export class CallFailed extends Error {
  /** 0 when no answer came. */
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
  }
}

type InputOf<
  Call extends Endpoint,
  Part extends 'params' | 'query' | 'body',
> = Call[Part] extends z.ZodType
  ? { [Key in Part]: z.input<Call[Part]> | z.output<Call[Part]> }
  : unknown

export type Question<Call extends Endpoint> = InputOf<Call, 'params'> &
  InputOf<Call, 'query'> &
  InputOf<Call, 'body'>

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: object
}

/** Asks the server. The answer is parsed by the contract, so a Date is a Date; 401 ends the session (specification §4). */
export async function call<Call extends Endpoint>(
  endpoint: Call,
  question: Question<Call>,
  signal?: AbortSignal,
): Promise<z.output<Call['answer']>> {
  const { params = {}, query = {}, body } = question as Parts
  const response = await ask(
    addressOf(endpoint.path, params, query),
    {
      method: endpoint.method,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    },
    signal,
  )
  const answer = endpoint.answer.safeParse(await response.json().catch(() => undefined))
  if (!answer.success) throw new CallFailed(response.status, 'An error occurred')
  return answer.data as z.output<Call['answer']>
}

/** The open answer of a stream; the token travels in a header, never in the address. */
export function openStream(path: string, signal: AbortSignal): Promise<Response> {
  return ask(path, { method: 'GET' }, signal)
}

async function ask(address: string, init: RequestInit, signal?: AbortSignal): Promise<Response> {
  const token = currentSession()?.accessToken
  const response = await fetch(address, {
    ...init,
    headers: { ...init.headers, ...(token && { 'x-access-token': token }) },
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new CallFailed(0, 'Server error!')
  })
  if (response.ok) return response
  const told = failure.safeParse(await response.json().catch(() => undefined))
  if (response.status === 401 && token === currentSession()?.accessToken) endSession()
  throw new CallFailed(response.status, told.success ? told.data.message : 'An error occurred')
}

function addressOf(path: string, params: Parts['params'], query: Parts['query']): string {
  const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).map(([key, value]) => [key, String(value)]),
  ).toString()
  return search ? `${filled}?${search}` : filled
}
