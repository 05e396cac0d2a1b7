/** The page of the screens as the server gives it out now, past every cache; null when it does not answer. */
export async function readScreensPage(): Promise<string | null> {
  try {
    const answer = await fetch('/wall', { cache: 'no-store' })
    return answer.ok ? await answer.text() : null
  } catch {
    return null
  }
}
