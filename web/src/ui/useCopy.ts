import { useState } from 'react'

/** Copies a text. Only secure addresses may write to the clipboard; elsewhere it is marked, and the person still can. */
export function useCopy(text: string, mark: () => void) {
  const [copied, setCopied] = useState<'no' | 'yes' | 'byHand'>('no')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied('yes')
    } catch {
      mark()
      setCopied('byHand')
    }
  }
  return { copied, copy }
}
