import { Chance } from '../src/chance.ts'
import type { TrueLine, TrueStation, TrueStop } from '../src/referenceLine.ts'

const sides = ['down', 'up', 'either', null, null] as const

/** A line of a random form whose machines do anything at all: most of what they do makes no sense, and is attributed all the same. */
export function randomLine(seed: number): TrueLine {
  const chance = new Chance(seed)
  const instants = chance.whole(600, 4_000)
  const machines = Array.from({ length: chance.whole(2, 11) }, (_, index) => 101 + index)
  const doing = new Map<number, string>()
  const stops: TrueStop[] = []
  for (const machine of machines) {
    const skewMs = chance.percent(15) ? null : chance.whole(-4, 4) * 1_000
    const letters = randomLetters(chance, instants)
    doing.set(machine, letters.join(''))
    for (const { from, to } of stretchesOf(letters)) {
      const side = chance.one(sides)
      const known = from === 0 ? false : letters[from - 1] === 'r'
      stops.push({ machine, from, to, side, known, skewMs })
    }
  }
  const flows = Array.from({ length: chance.whole(1, 3) }, (_, index) => ({
    from: index === 0 && chance.percent(80) ? -1 : chance.whole(0, instants),
    stations: randomStations(chance, machines),
  })).sort((a, b) => a.from - b.from)
  const named = Array.from({ length: chance.whole(0, 3) }, () => ({
    machine: chance.one(machines),
    at: chance.whole(0, instants - 1),
    root: chance.percent(25) ? null : chance.percent(15) ? undefined : chance.one(machines),
  }))
  const different = flows.filter(({ from }, index) => flows[index + 1]?.from !== from)
  return { instants, doing, stops, flows: different, named }
}

function randomLetters(chance: Chance, instants: number): string[] {
  const letters: string[] = []
  let letter = chance.one(['r', 's', 'p', 'n'])
  while (letters.length < instants) {
    const length = letter === 'r' ? chance.spread(4, 600) : chance.spread(1, 150)
    for (let left = length; left > 0 && letters.length < instants; left -= 1) letters.push(letter)
    letter =
      letter === 'r'
        ? chance.one(['s', 's', 's', 's', 'p', 'n', 'c'])
        : chance.one(['r', 'r', 'r', 's', 'p', 'n', 'c'])
  }
  return letters
}

/** From the first to the last observed moment between two runs. */
function stretchesOf(letters: readonly string[]): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  let open: { from: number; to: number } | undefined
  for (const [at, letter] of letters.entries()) {
    if (letter === 'r') {
      if (open) found.push(open)
      open = undefined
    } else if (letter === 's' || letter === 'p') {
      open ??= { from: at, to: at }
      open.to = at + 1
    }
  }
  if (open) found.push(open)
  return found
}

function randomStations(chance: Chance, machines: readonly number[]): TrueStation[] {
  const left = chance.shuffled(machines).slice(0, chance.whole(2, machines.length))
  const stations: TrueStation[] = []
  while (left.length > 0) {
    const own = left.splice(0, chance.percent(65) ? 1 : chance.whole(1, 4))
    stations.push({
      machines: own,
      needs: chance.whole(1, own.length),
      bufferSeconds: chance.percent(25) ? 0 : chance.spread(1, 90),
    })
  }
  return stations
}
