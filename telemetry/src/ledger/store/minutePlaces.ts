/** A minute of a machine. */
export type MinutePlace = { readonly machineId: number; readonly minute: number }

/** The engine takes form fields of up to 128 KB; this many numbers of 10 digits stay well below. */
const queriedAtOnce = 5_000

/** Minutes of machines, each once, oldest first, in pieces that fit into one question. */
export function minutePlaces(places: readonly MinutePlace[]): MinutePlace[][] {
  const distinct = new Map(places.map((place) => [`${place.machineId}|${place.minute}`, place]))
  const sorted = [...distinct.values()].sort((a, b) => a.minute - b.minute)
  const pieces: MinutePlace[][] = []
  for (let i = 0; i < sorted.length; i += queriedAtOnce)
    pieces.push(sorted.slice(i, i + queriedAtOnce))
  return pieces
}

/** The same as parallel lists, so that one constant SQL text queries all of them; minutes in seconds since 1970. */
export function minuteLists(places: readonly MinutePlace[]) {
  return {
    machineIds: places.map(({ machineId }) => machineId),
    minutes: places.map(({ minute }) => minute / 1_000),
  }
}

/** Something about minutes of machines. */
export class ByMinute<Value> {
  readonly #values = new Map<string, Value>()

  get({ machineId, minute }: MinutePlace): Value | undefined {
    return this.#values.get(`${machineId}|${minute}`)
  }

  set({ machineId, minute }: MinutePlace, value: Value): void {
    this.#values.set(`${machineId}|${minute}`, value)
  }
}
