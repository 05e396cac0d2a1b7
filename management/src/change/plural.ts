/** `1 machine`, `3 machines`. */
export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}
