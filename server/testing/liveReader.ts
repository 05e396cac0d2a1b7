import type { TestServer } from './openTestServer.ts'

export type LiveEvent = { readonly event: string; readonly data: string }

export type LiveReader = {
  readonly status: number
  readonly headers: Headers
  readonly events: LiveEvent[]
  /** The server has ended the stream. */
  ended(): boolean
  /** The body of a refusal. */
  text(): Promise<string>
  close(): void
}

/** Reads the push as the page does: with fetch, because the token travels in a header. */
export async function liveReader(
  server: Pick<TestServer, 'url'>,
  token: string,
  clientId: number | string,
  query = '',
): Promise<LiveReader> {
  const leave = new AbortController()
  const answer = await fetch(`${server.url}/api/admin/machines-live/${clientId}${query}`, {
    headers: { 'x-access-token': token },
    signal: leave.signal,
  })
  const events: LiveEvent[] = []
  let ended = false
  let refusal: Promise<string> | undefined
  if (answer.status === 200) {
    read(answer, events)
      .catch(() => undefined)
      .finally(() => {
        ended = true
      })
  } else refusal = answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    events,
    ended: () => ended,
    text: () => refusal ?? Promise.resolve(''),
    close: () => leave.abort(),
  }
}

async function read(answer: Response, events: LiveEvent[]) {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1]
      if (event) events.push({ event, data: /^data: (.*)$/m.exec(part)?.[1] ?? '' })
    }
  }
}
