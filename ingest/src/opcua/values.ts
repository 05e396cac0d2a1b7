import { ownText } from '../packml/ownText.ts'
import { textCharacters } from './limits.ts'

/** A field of a structure, in any spelling: servers and libraries write `AccCount`, `accCount` and `ID`, `id`. */
export function fieldOf(structure: unknown, name: string): unknown {
  if (typeof structure !== 'object' || structure === null) return undefined
  const key = Object.keys(structure).find((one) => one.toLowerCase() === name.toLowerCase())
  return key === undefined ? undefined : Reflect.get(structure, key)
}

/** A number of any size; 64 bits come as two halves. Undefined for everything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isNaN(value) ? undefined : value
  if (Array.isArray(value) && value.length === 2) {
    const [high, low] = value
    if (typeof high === 'number' && typeof low === 'number') return high * 4_294_967_296 + low
  }
  return undefined
}

/** The elements of an array, or the one value that stands for it. */
export function elementsOf(value: unknown, most: number): unknown[] {
  if (value === null || value === undefined) return []
  return Array.isArray(value) ? value.slice(0, most) : [value]
}

/** What a server sends as text, and not more of it than a record holds. */
export function shortText(value: unknown): string {
  const text: unknown =
    typeof value === 'object' && value !== null ? Reflect.get(value, 'text') : value
  return text === null || text === undefined ? '' : ownText(String(text), textCharacters)
}
