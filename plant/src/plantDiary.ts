import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Checkpoint } from './calendar.ts'
import type { PlantMachine } from './plantLayout.ts'
import type { PlantName } from './plants/plants.ts'

type Stretch = readonly [from: number, to: number]

type Pages = {
  version: 1
  seed: string
  /** The plant did not exist before. */
  historyFrom: number
  plant: PlantName
  /** When the plant was started for the first time. */
  startedAt: number
  /** What was sent and acknowledged, by client. */
  written: Record<string, Stretch[]>
  /** Days on which the demo ran live, which are played in another way (`PlantLine.liveDays`). `client day`. */
  staffed: string[]
  /** The counters of each line, once everything before was written. `client line`. */
  checkpoints: Record<string, Checkpoint>
}

/**
 * What the plant remembers between two starts: its seed and what it has already sent. If it is lost, the plant only
 * sends again what the product already has.
 */
export class PlantDiary {
  readonly pages: Pages
  readonly #path: string
  #saved: Promise<void> = Promise.resolve()
  #daysOnDisk: number

  private constructor(path: string, pages: Pages) {
    this.#path = path
    this.pages = pages
    this.#daysOnDisk = pages.staffed.length
  }

  /** The plant whose data lie in a data directory; undefined when none was started there. */
  static async plantIn(dataDir: string): Promise<PlantName | undefined> {
    try {
      const pages: Pages = JSON.parse(await readFile(pathIn(dataDir), 'utf8'))
      return pages.plant
    } catch {
      return undefined
    }
  }

  static async open(
    dataDir: string,
    fresh: Pick<Pages, 'seed' | 'historyFrom' | 'plant' | 'startedAt'>,
  ) {
    const path = pathIn(dataDir)
    const empty: Pages = { version: 1, ...fresh, written: {}, staffed: [], checkpoints: {} }
    try {
      // Only `save` writes this file; another version or seed begins a new one.
      const pages: Pages = JSON.parse(await readFile(path, 'utf8'))
      return new PlantDiary(path, pages.version === 1 && pages.seed === fresh.seed ? pages : empty)
    } catch {
      return new PlantDiary(path, empty)
    }
  }

  isLive = (client: string, day: string): boolean => this.pages.staffed.includes(`${client} ${day}`)

  noteLive(client: string, day: string) {
    if (!this.isLive(client, day)) this.pages.staffed.push(`${client} ${day}`)
  }

  /** A plant that lost a live day would compute the same day differently: none is sent before it is on disk. */
  get daysAreKept(): boolean {
    return this.#daysOnDisk === this.pages.staffed.length
  }

  /** The stretches of [from, to) that the product has not received yet, oldest first. */
  missing(client: string, from: number, to: number): Stretch[] {
    const missing: Stretch[] = []
    let at = from
    for (const [start, end] of this.pages.written[client] ?? []) {
      if (end <= at) continue
      if (start >= to) break
      if (start > at) missing.push([at, start])
      at = Math.max(at, end)
    }
    if (at < to) missing.push([at, to])
    return missing
  }

  /** A new machine has no records from before the first start. */
  recordsFrom({ isNew }: PlantMachine): number {
    return isNew ? this.pages.startedAt : 0
  }

  wrote(client: string, from: number, to: number) {
    const merged: Stretch[] = []
    const all = [...(this.pages.written[client] ?? []), [from, to] as const]
    for (const [start, end] of all.sort((a, b) => a[0] - b[0])) {
      const last = merged.at(-1)
      if (last && start <= last[1]) merged[merged.length - 1] = [last[0], Math.max(last[1], end)]
      else merged.push([start, end])
    }
    this.pages.written[client] = merged
  }

  /** One after the other: the history and the live plant save at any time. */
  save(): Promise<void> {
    this.#saved = this.#saved.catch(() => undefined).then(() => this.#write())
    return this.#saved
  }

  async #write() {
    await mkdir(join(this.#path, '..'), { recursive: true })
    const fresh = `${this.#path}.${process.pid}`
    const days = this.pages.staffed.length
    await writeFile(fresh, `${JSON.stringify(this.pages)}\n`)
    await rename(fresh, this.#path)
    this.#daysOnDisk = days
  }
}

const pathIn = (dataDir: string) => join(dataDir, 'plant.json')
