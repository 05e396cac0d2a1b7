/** The script that a page of the screens begins with; its name changes with every version. */
function entryOf(page: string): string | undefined {
  return /<script type="module"[^>]*\ssrc="([^"]+)"/.exec(page)?.[1]
}

/** Does the server give out other screens than the ones that run here? A page without a script says nothing. */
export function isOtherVersion(page: string, running: string | null): boolean {
  const entry = entryOf(page)
  return entry !== undefined && running !== null && entry !== running
}
