/** One value of each step; null where it is not known. */
export type Course = readonly (number | null)[]

/** The values that all courses of a table are drawn between: one scale, so that a high line is a high figure. */
export type Scale = { readonly low: number; readonly high: number }

/** Courses that hardly differ stay flat: at least so many points from bottom to top. */
const leastPoints = 10

export function scaleOf(courses: readonly (Course | null)[]): Scale {
  const known = courses.flatMap((course) => course ?? []).filter((value) => value !== null)
  if (known.length === 0) return { low: 0, high: leastPoints }
  const [low, high] = [Math.min(...known), Math.max(...known)]
  const missing = Math.max(0, leastPoints - (high - low)) / 2
  return { low: low - missing, high: high + missing }
}

/** The course as the path of an SVG of this size; a step that is not known parts it, and one alone is a short dash. */
export function pathOf(
  course: Course,
  { low, high }: Scale,
  { width, height }: { readonly width: number; readonly height: number },
): string {
  const step = course.length > 1 ? width / (course.length - 1) : 0
  const parts: string[] = []
  let isOpen = false
  course.forEach((value, at) => {
    if (value === null) {
      isOpen = false
      return
    }
    const x = (at * step).toFixed(1)
    const y = (height - ((value - low) / (high - low)) * height).toFixed(1)
    parts.push(isOpen ? `L${x} ${y}` : `M${x} ${y}h0.1`)
    isOpen = true
  })
  return parts.join('')
}
