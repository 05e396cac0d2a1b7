/**
 * Reads that are equal and wanted at the same time are made once: who comes while one runs shares the next one, which begins when that
 * one has ended. So no answer is older than its question, as if each had read by itself, and the thirteen calls of a page look
 * for their client twice and not thirteen times.
 */
export function nextRead(): <Answer>(key: string, read: () => Promise<Answer>) => Promise<Answer> {
  type Turn = { readonly running: Promise<unknown>; next: Promise<unknown> | null }
  const turns = new Map<string, Turn>()

  function begin(key: string, read: () => Promise<unknown>): Promise<unknown> {
    const turn: Turn = { running: read(), next: null }
    turns.set(key, turn)
    const ended = () => {
      if (turns.get(key) === turn && turn.next === null) turns.delete(key)
    }
    turn.running.then(ended, ended)
    return turn.running
  }

  return <Answer>(key: string, read: () => Promise<Answer>) => {
    const turn = turns.get(key)
    if (turn === undefined) return begin(key, read) as Promise<Answer>
    const start = () => begin(key, read)
    turn.next ??= turn.running.then(start, start)
    return turn.next as Promise<Answer>
  }
}
