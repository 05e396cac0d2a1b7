/** Of so many places in order the first one that fits, after which all fit; their number where none does. */
export function firstPlace(count: number, fits: (place: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (fits(middle)) high = middle
    else low = middle + 1
  }
  return low
}
