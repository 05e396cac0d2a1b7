import { useLayoutEffect, useState } from 'react'

/** Parts that come within this time of the first have the same reason. */
const sameMomentMs = 2_000

const speaking = new Map<string, number>()

/**
 * Whether a part says its sentence aloud. Nine charts that wait or fail together are one piece of news: the first says
 * it, the others have it to be read where they are.
 */
export function useOneVoice(sentence: 'loading' | 'failed'): boolean {
  const [speaks, setSpeaks] = useState(false)
  useLayoutEffect(() => {
    const now = performance.now()
    if (now - (speaking.get(sentence) ?? Number.NEGATIVE_INFINITY) < sameMomentMs) return
    speaking.set(sentence, now)
    setSpeaks(true)
    return () => {
      if (speaking.get(sentence) === now) speaking.delete(sentence)
    }
  }, [sentence])
  return speaks
}
