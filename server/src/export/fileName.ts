/** A file name of letters, digits, dots and dashes alone: nothing of it can end a header or a folder. */
export function fileName(parts: readonly string[], format: string): string {
  const safe = parts
    .map((part) =>
      part
        .normalize('NFKD')
        .replace(/[^A-Za-z0-9-]+/g, '-')
        .replace(/^-+|-+$/g, ''),
    )
    .filter((part) => part !== '')
    .join('_')
  return `packboard_${safe.slice(0, 120)}.${format}`
}
