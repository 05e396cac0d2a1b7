/** Arrows go to the next point of a chart, pages a tenth of it, Home and End to its ends; null for any other key. */
export function stepByKey(key: string, from: number | null, count: number): number | null {
  if (count === 0) return null
  const last = count - 1
  const page = Math.max(1, Math.round(count / 10))
  const bounded = (index: number) => Math.min(last, Math.max(0, index))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return bounded(from === null ? 0 : from + 1)
    case 'ArrowLeft':
    case 'ArrowDown':
      return bounded(from === null ? last : from - 1)
    case 'PageUp':
      return bounded(from === null ? 0 : from + page)
    case 'PageDown':
      return bounded(from === null ? last : from - page)
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return null
  }
}
