import type { Deps } from '../deps.ts'
import { limits } from '../http/limits.ts'
import { sharedAnswer } from '../http/sharedAnswer.ts'

type Health = { readonly ok: boolean; readonly detail: string }

/** Whether both stores answer; however many callers, each store is queried once a second. */
export type StoreHealth = () => Promise<{
  readonly telemetry: Health
  readonly management: Health
}>

export function storeHealth({
  telemetry,
  management,
  now,
}: Pick<Deps, 'telemetry' | 'management' | 'now'>): StoreHealth {
  return sharedAnswer(
    async () => {
      const [records, people] = await Promise.all([
        withinTwoSeconds(telemetry.health()),
        withinTwoSeconds(management.health()),
      ])
      return { telemetry: records, management: people }
    },
    { forMs: limits.readySharedMs, now },
  )
}

/** A store that does not answer within two seconds counts as failed. */
async function withinTwoSeconds(question: Promise<Health>): Promise<Health> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Health>((resolve) => {
    timer = setTimeout(() => resolve({ ok: false, detail: 'no answer within 2 s' }), 2_000)
  })
  try {
    return await Promise.race([question, late])
  } catch (error) {
    return { ok: false, detail: String(error) }
  } finally {
    clearTimeout(timer)
  }
}
