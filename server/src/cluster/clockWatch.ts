import type { FastifyBaseLogger } from 'fastify'

/** How often the clock is compared, and from which difference on it is said, and is too wrong to stamp records. */
export const clockLimits = { everyMs: 3_000, offMs: 1_000, wrongMs: 4_000 } as const

/** The clock of this process beside that of PostgreSQL, which all processes of an installation have in common. */
export type ClockWatch = {
  /** By how many milliseconds this clock is ahead; less than it may be, because the answer was on its way. */
  offsetMs(): number
  /** What this process stamps would change figures: it must take no records. */
  isWrong(): boolean
  /** Compares now. */
  look(): Promise<void>
  stop(): void
}

type Judgement = 'right' | 'off' | 'wrong'

/** Compares the clock now and every few seconds; each change of the judgement is in the log. */
export async function watchClock({
  log,
  now,
  storeNow,
}: {
  readonly log: FastifyBaseLogger
  readonly now: () => number
  readonly storeNow: () => Promise<number>
}): Promise<ClockWatch> {
  let offsetMs = 0
  let judgement: Judgement = 'right'

  async function look() {
    const begin = performance.now()
    const theirs = await storeNow()
    const ours = now()
    const onItsWayMs = performance.now() - begin
    // The store looked at its clock at some moment of the call: only what that does not explain is an offset.
    const ahead = ours - theirs
    offsetMs = ahead > 0 ? Math.max(0, ahead - onItsWayMs) : ahead
    const before = judgement
    judgement = judge(offsetMs)
    if (judgement === before) return
    const said = { offsetMs: Math.round(offsetMs) }
    if (judgement === 'right') log.info(said, 'The clock of this process is right again')
    if (judgement === 'off') log.warn(said, 'The clock of this process differs from PostgreSQL')
    if (judgement === 'wrong') {
      log.error(said, 'The clock of this process is wrong; it takes no records until it is right')
    }
  }
  await look()
  let isLooking = false
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch((error: unknown) =>
        log.warn({ err: error }, 'The clock could not be compared with PostgreSQL; trying again'),
      )
      .finally(() => {
        isLooking = false
      })
  }, clockLimits.everyMs)
  timer.unref()

  return {
    offsetMs: () => offsetMs,
    isWrong: () => judgement === 'wrong',
    look,
    stop: () => clearInterval(timer),
  }
}

function judge(offsetMs: number): Judgement {
  const ms = Math.abs(offsetMs)
  if (ms > clockLimits.wrongMs) return 'wrong'
  return ms > clockLimits.offMs ? 'off' : 'right'
}
