/** The name that a heading has in an address, as the repository's own viewer makes it. */
export function slugOf(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\- _]/gu, '')
    .replace(/ /g, '-')
}
