/**
 * One answer for all callers within a time: many who ask cost one question, also while it runs. A failure is shared like
 * an answer.
 */
export function sharedAnswer<Answer>(
  question: () => Promise<Answer>,
  { forMs, now }: { readonly forMs: number; readonly now: () => number },
): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined
  return () => {
    const age = last === undefined ? Number.NaN : now() - last.at
    if (last && age >= 0 && age < forMs) return last.answer
    const answer = question()
    last = { at: now(), answer }
    return answer
  }
}
