import type { AlarmText, CarryText, SeldomText } from '../fold/carry.ts'
import { minuteMs } from '../fold/minute.ts'

/**
 * A carry as the columns of a row: what changes from minute to minute is a number of its own, which packs into few bits; `rest` is a
 * text that mostly says what the row before says.
 */
export type PackedCarry = {
  /** 1: packed; 2: `rest` is the whole text, because it cannot be packed. */
  readonly form: number
  readonly user: string
  /** From the newest sample to the end of the minute, in ms. */
  readonly back: number
  readonly speed: bigint
  readonly packs: bigint
  readonly rejects: bigint
  readonly rest: string
}

/** What `rest` says of a packed carry. */
type Rest = readonly [
  /** Which of the numbers beside it are absent. */
  absent: number,
  deadAt: number | null,
  state: number,
  product: string,
  tool: string,
  /** How long before the newest sample the pack counter was read, in ms. */
  packsBack: number | null,
  /** 0: at the newest sample. */
  movedAt: number | null,
  /** The reading when the batch began, and the difference to the machine's own batch counter. */
  batchFrom: string,
  batchCounterFrom: string | null,
  shown: number | null,
  shownSince: number | null,
  stop: CarryText[15],
  alarms: readonly AlarmText[],
  ...SeldomText,
]

const packedForm = 1
const wholeForm = 2
const absence = { speed: 1, packs: 2, rejects: 4 } as const
const longestBack = 2 ** 32 - 1

/** Takes the text of a carry (`encodeCarry`) apart. */
export function packCarry(text: string, minute: number): PackedCarry {
  const whole = {
    form: wholeForm,
    user: '',
    back: 0,
    speed: 0n,
    packs: 0n,
    rejects: 0n,
    rest: text,
  }
  if (text === '') return whole
  // Only `encodeCarry` writes these texts.
  const [at, deadAt, state, product, tool, user, speed, packsText, packsAt, rejectsText, ...more] =
    JSON.parse(text) as CarryText
  const [batchCounter, batchPacks, movedAt, shown, shownSince, stop, alarms, ...seldom] = more
  const packs = numberIn(packsText)
  const rejects = numberIn(rejectsText)
  const back = minute + minuteMs - (at ?? 0)
  const fits = at !== null && back >= 0 && back <= longestBack && movedAt !== 0
  if (!fits || packs === undefined || rejects === undefined || !isWhole(speed)) return whole
  const reading = packs ?? 0n
  const rest: Rest = [
    (speed === null ? absence.speed : 0) |
      (packs === null ? absence.packs : 0) |
      (rejects === null ? absence.rejects : 0),
    deadAt,
    state,
    product,
    tool,
    packsAt === null ? null : at - packsAt,
    movedAt === at ? 0 : movedAt,
    String(reading - BigInt(batchPacks)),
    batchCounter === null ? null : String(reading - BigInt(batchCounter)),
    shown,
    shownSince,
    stop,
    alarms,
    ...seldom,
  ]
  return {
    ...{ form: packedForm, user, back, speed: BigInt(speed ?? 0), packs: reading },
    ...{ rejects: rejects ?? 0n, rest: JSON.stringify(rest) },
  }
}

/** The text of the carry, as `encodeCarry` wrote it. */
export function unpackCarry(packed: PackedCarry, minute: number): string {
  if (packed.form !== packedForm) return packed.rest
  const [absent, deadAt, state, product, tool, packsBack, movedAt, batchFrom, ...more] = JSON.parse(
    packed.rest,
  ) as Rest
  const [batchCounterFrom, shown, shownSince, stop, alarms, ...seldom] = more
  const at = minute + minuteMs - packed.back
  const text: CarryText = [
    at,
    deadAt,
    state,
    product,
    tool,
    packed.user,
    absent & absence.speed ? null : Number(packed.speed),
    absent & absence.packs ? null : String(packed.packs),
    packsBack === null ? null : at - packsBack,
    absent & absence.rejects ? null : String(packed.rejects),
    batchCounterFrom === null ? null : String(packed.packs - BigInt(batchCounterFrom)),
    String(packed.packs - BigInt(batchFrom)),
    movedAt === 0 ? at : movedAt,
    shown,
    shownSince,
    stop,
    alarms,
    ...seldom,
  ]
  return JSON.stringify(text)
}

/** A counter as a number of the engine; undefined: it has readings that are ahead, or is too large. */
function numberIn(counter: CarryText[7]): bigint | null | undefined {
  if (counter === null) return null
  if (typeof counter !== 'string') return undefined
  const value = BigInt(counter)
  return BigInt.asIntN(64, value) === value ? value : undefined
}

const isWhole = (speed: number | null) => speed === null || Number.isSafeInteger(speed)
