/** Lets pieces of work follow one another. */
export function inTurn() {
  let line: Promise<unknown> = Promise.resolve()
  return <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    const turn = line.then(work)
    line = turn.catch(() => {})
    return turn
  }
}
