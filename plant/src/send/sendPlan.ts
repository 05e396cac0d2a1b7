import { clientPlan, session, setPlan, signIn, signOut } from '@packboard/contract'
import type { Plan, PlanEntry } from '@packboard/model'

/** A person of the client who may set its plan. */
type Planner = {
  readonly httpUrl: string
  readonly clientId: number
  readonly username: string
  readonly password: string
}

/**
 * Enters a plan as a person does it, by call. A client whose plan was ever changed keeps it. Says whether it was entered; throws where
 * the product refuses it.
 */
export async function sendPlan(planner: Planner, plan: Plan): Promise<boolean> {
  const { httpUrl, clientId, username, password } = planner
  const call = async (path: string, init: RequestInit & { readonly token?: string }) => {
    const { token, ...rest } = init
    const answer = await fetch(new URL(path, httpUrl), {
      ...rest,
      headers: {
        ...(rest.body && { 'content-type': 'application/json' }),
        ...(token && { 'x-access-token': token }),
      },
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`The plan was refused: ${answer.status} ${text}`)
    return text
  }
  const body = JSON.stringify({ username, password, browserSaved: false })
  const signedIn = await call(signIn.path.replace(':slug', 'packboard'), { method: 'POST', body })
  const { accessToken: token } = session.parse(JSON.parse(signedIn))
  try {
    const path = setPlan.path.replace(':clientId', String(clientId))
    const now = clientPlan.answer.parse(JSON.parse(await call(path, { token })))
    if (now.version > 0) return false
    await call(path, { method: 'PUT', token, body: JSON.stringify({ ...plan, version: 0 }) })
    return true
  } finally {
    await call(signOut.path, { method: signOut.method, token })
  }
}

/** Round the clock from Monday 06:00 to Saturday 22:00: the shifts of `closedSunday`. */
export const closedSundayWeek: readonly PlanEntry[] = [
  ...[1, 2, 3, 4, 5].map(
    (weekday): PlanEntry => ({ weekday, from: '06:00', to: '06:00', kind: 'production' }),
  ),
  { weekday: 6, from: '06:00', to: '22:00', kind: 'production' },
]
