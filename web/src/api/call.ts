import { type Endpoint, type Failure, failure } from '@packboard/contract'
import type { z } from 'zod'
import { currentLanguage, withTexts } from '../i18n/language.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { currentSession, endSession } from '../session/session.ts'
import { learnServerTime } from '../time/serverClock.ts'
import { requestConfirmation } from './confirmation.ts'
import { kioskCredential, noteKioskRefused } from './kioskCredential.ts'
import { noteAnswer, noteSilence } from './serverContact.ts'

/** A call that was answered with a failure, or not at all. The message is what a person may read. */
export class CallFailed extends Error {
  /** 0 when no answer came. */
  readonly status: number
  /** What is wrong with which field, by its name on the wire. */
  readonly fields: NonNullable<Failure['errors']>
  /** That of the server; empty where it has none. */
  readonly code: string

  constructor(
    status: number,
    message: string,
    { fields = [], code = '' }: { fields?: NonNullable<Failure['errors']>; code?: string } = {},
  ) {
    super(message)
    this.name = 'CallFailed'
    this.status = status
    this.fields = fields
    this.code = code
  }
}

/** What a person may read of any failure. */
export function failureText(error: unknown): string {
  return error instanceof CallFailed ? error.message : unexplained()
}

/** The words of the specification for a server that cannot be reached. */
const unreachable = () => textsOf('ui')('unreachable')

/** No answer came in time, or none at all. */
function unanswered(): CallFailed {
  noteSilence()
  return new CallFailed(0, unreachable())
}

/** The message of a failure without one of its own. */
const unexplained = () => textsOf('ui')('unexplained')

/** A server that does not answer for this long counts as unreachable; the live page tries again by itself. */
const patienceMs = 25_000
/** A picture of 5 MB needs longer on a thin line. */
const uploadPatienceMs = 120_000

/** A refusal stays a refusal; what failed on the way or inside may work the next time. */
export function worthAnotherTry(error: unknown): boolean {
  return !(error instanceof CallFailed) || error.status === 0 || error.status >= 500
}

type InputOf<
  Call extends Endpoint,
  Part extends 'params' | 'query' | 'body',
> = Call[Part] extends z.ZodType
  ? { [Key in Part]: z.input<Call[Part]> | z.output<Call[Part]> }
  : unknown

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: object
}

type AddressParts<Call extends Endpoint> = Parts & InputOf<Call, 'params'> & InputOf<Call, 'query'>

export type Question<Call extends Endpoint> = AddressParts<Call> & InputOf<Call, 'body'>

/** Asks the server. The answer is parsed by the contract, so a Date is a Date; 401 ends the session (specification §4). */
export async function call<Call extends Endpoint>(
  endpoint: Call,
  question: Question<Call>,
  signal?: AbortSignal,
): Promise<z.output<Call['answer']>> {
  const { params = {}, query = {}, body }: Parts = question
  const init = {
    method: endpoint.method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }
  const address = addressOf(endpoint.path, params, query)
  return confirmed(() => answerTo(endpoint, address, init, patient(signal), signal))
}

/** What wants a confirmation is sent once more after the person has given it (D91). */
async function confirmed<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send()
  } catch (error) {
    const isWanted = error instanceof CallFailed && error.code === 'factor.confirm'
    if (!isWanted || !(await requestConfirmation())) throw error
    return send()
  }
}

/** Sends a form with its files, or bytes. The browser sets the content type: of a form it knows the boundary of the parts. */
export async function callWithForm<Call extends Endpoint>(
  endpoint: Call,
  question: AddressParts<Call>,
  form: FormData | Blob,
): Promise<z.output<Call['answer']>> {
  const { params = {}, query = {} }: Parts = question
  const init = { method: endpoint.method, body: form }
  const address = addressOf(endpoint.path, params, query)
  return answerTo(endpoint, address, init, patient(undefined, uploadPatienceMs))
}

async function answerTo<Call extends Endpoint>(
  endpoint: Call,
  address: string,
  init: RequestInit,
  patience: ReturnType<typeof patient>,
  signal?: AbortSignal,
): Promise<z.output<Call['answer']>> {
  try {
    const response = await ask(address, init, patience.signal)
    const text = await response.text()
    const answer = endpoint.answer.safeParse(parse(text))
    if (!answer.success) throw new CallFailed(response.status, unexplained())
    // The call's own schema made it.
    return answer.data as z.output<Call['answer']>
  } catch (error) {
    if (error instanceof CallFailed || signal?.aborted) throw error
    throw unanswered()
  } finally {
    patience.end()
  }
}

/** A file as it came, with the name that the server gave it. */
export type TakenFile = { readonly name: string | null; readonly content: Blob }

/**
 * Asks for a file. The server has to begin within the usual patience and may then take as long as the file is; the token
 * travels in a header, which is why no plain link could fetch it.
 */
export async function callForFile<Call extends Endpoint>(
  endpoint: Call,
  question: Question<Call>,
  signal?: AbortSignal,
): Promise<TakenFile> {
  const { params, query }: Parts = question
  const patience = patient(signal)
  try {
    const address = addressOf(endpoint.path, params, query)
    const response = await ask(address, { method: endpoint.method }, patience.signal)
    patience.rest()
    return {
      name: fileName(response.headers.get('content-disposition')),
      content: await response.blob(),
    }
  } catch (error) {
    if (error instanceof CallFailed || signal?.aborted) throw error
    throw unanswered()
  } finally {
    patience.end()
  }
}

/** `audit-trail.csv` of `attachment; filename="audit-trail.csv"`. */
function fileName(disposition: string | null): string | null {
  return disposition?.match(/filename="?([^";]+)"?/)?.[1]?.trim() || null
}

/** The open answer of a stream; the token travels in a header, never in the address. */
export async function openStream(path: string, signal: AbortSignal): Promise<Response> {
  try {
    return await ask(path, { method: 'GET' }, signal)
  } catch (error) {
    if (error instanceof CallFailed || signal.aborted) throw error
    throw unanswered()
  }
}

async function ask(address: string, init: RequestInit, signal: AbortSignal): Promise<Response> {
  const kiosk = kioskCredential()
  const token = kiosk ?? currentSession()?.accessToken
  const sentAt = Date.now()
  const response = await fetch(address, {
    ...init,
    headers: { ...init.headers, ...(token && { 'x-access-token': token }) },
    signal,
  })
  learnServerTime(response.headers.get('date'), sentAt, Date.now())
  if (response.ok) {
    noteAnswer()
    return response
  }
  const body = parse(await response.text())
  const reported = failure.safeParse(body)
  if (reported.success || !isOfProxy(response.status)) noteAnswer()
  else noteSilence()
  if (response.status === 401) {
    if (kiosk !== null) noteKioskRefused()
    else if (token === currentSession()?.accessToken) endSession(token !== undefined)
  }
  if (!reported.success) throw new CallFailed(response.status, messageIn(body) ?? unexplained())
  const { code, message, errors } = reported.data
  throw new CallFailed(response.status, await translated(code, message), {
    code,
    ...(errors && { fields: errors }),
  })
}

/** A proxy answers with one of these in the place of a server that it does not reach. */
const isOfProxy = (status: number) => status >= 502 && status <= 504
/** The message of a failure that is not ours, such as a proxy's, as it is; null where it has none. */
function messageIn(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null
  const { message } = body
  return typeof message === 'string' && message.trim() !== '' ? message : null
}

/** Aborts with `signal`, or when patience ends. */
function patient(signal: AbortSignal | undefined, ms = patienceMs) {
  const own = new AbortController()
  const abort = () => own.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(abort, ms)
  return {
    signal: own.signal,
    /** It has begun; from here on only `signal` ends it. */
    rest: () => clearTimeout(timer),
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function addressOf(path: string, params: Parts['params'], query: Parts['query']): string {
  const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([key, value]) =>
      value === undefined ? [] : [[key, String(value)]],
    ),
  ).toString()
  return search ? `${filled}?${search}` : filled
}

/** What a failure says, in the language that is spoken; the server says it in English. */
async function translated(code: string, message: string): Promise<string> {
  if (currentLanguage().language === 'en') return message
  try {
    const { failureWords } = await withTexts(import('../i18n/failureWords.ts'), 'errors')
    return failureWords(code, message)
  } catch {
    // English words are better than none.
    return message
  }
}
