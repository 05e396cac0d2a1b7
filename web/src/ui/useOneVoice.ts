import { useLayoutEffect, useState } from 'react'

/** Parts that come within this time of the first have the same reason. */
const sameMomentMs = 2_000

const announced = new Map<string, number>()

/**
 * Whether a part says its sentence aloud. Nine charts that wait or fail together are one piece of news: the first says
 * it, the others have it to be read where they are.
 */
export function useOneVoice(sentence: 'loading' | 'failed'): boolean {
  const [announces, setAnnounces] = useState(false)
  useLayoutEffect(() => {
    const now = performance.now()
    if (now - (announced.get(sentence) ?? Number.NEGATIVE_INFINITY) < sameMomentMs) return
    announced.set(sentence, now)
    setAnnounces(true)
    return () => {
      if (announced.get(sentence) === now) announced.delete(sentence)
    }
  }, [sentence])
  return announces
}
