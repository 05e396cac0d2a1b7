import { session } from '@packboard/contract'

/**
 * Management changes that were acknowledged: sign-ins (a row that must be there afterwards) and sign-outs (a row that
 * must stay away). A request without an answer may or may not have taken effect and is not counted.
 */
export class Sessions {
  readonly open = new Set<string>()
  readonly ended = new Set<string>()
  readonly #url: () => string

  constructor(url: () => string) {
    this.#url = url
  }

  async change() {
    const token = await this.#signIn()
    if (!token) return
    this.open.add(token)
    if (this.open.size % 2 === 0) {
      const [oldest] = this.open
      if (oldest && (await this.#signOut(oldest))) this.ended.add(oldest)
      if (oldest) this.open.delete(oldest)
    }
  }

  /** How many acknowledged changes are missing. */
  async missing(): Promise<number> {
    let missing = 0
    for (const token of this.open) if ((await this.#status(token)) !== 200) missing += 1
    for (const token of this.ended) if ((await this.#status(token)) !== 401) missing += 1
    return missing
  }

  async #signIn(): Promise<string | undefined> {
    const answer = await this.#call('/api/auth/packboard-signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: 'packboard', browserSaved: true }),
    })
    return answer?.ok ? session.parse(await answer.json()).accessToken : undefined
  }

  async #signOut(token: string): Promise<boolean> {
    const answer = await this.#call('/api/auth/signout', {
      method: 'POST',
      headers: { 'x-access-token': token },
    })
    return answer?.ok ?? false
  }

  async #status(token: string): Promise<number> {
    const answer = await this.#call('/api/admin/client-names', {
      headers: { 'x-access-token': token },
    })
    return answer?.status ?? 0
  }

  #call(path: string, init: RequestInit): Promise<Response | undefined> {
    return fetch(this.#url() + path, { ...init, signal: AbortSignal.timeout(20_000) }).catch(
      () => undefined,
    )
  }
}
