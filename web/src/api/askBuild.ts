import { z } from 'zod'
import { noteAnswer, noteSilence } from './serverContact.ts'

const reported = z.object({ build: z.string().min(1) })

/** Which build of the screens the server has now; null when its answer does not contain it. */
export async function askBuild(): Promise<string | null> {
  try {
    const answer = await fetch('/version.json', { cache: 'no-store' })
    if (!answer.ok) return null
    noteAnswer()
    return reported.safeParse(await answer.json()).data?.build ?? null
  } catch {
    noteSilence()
    return null
  }
}
