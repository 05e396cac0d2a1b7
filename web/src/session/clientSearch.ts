/** The client of an address; anything but a number of one is ignored. */
export function readClientSearch({ client }: Record<string, unknown>): { client?: number } {
  return typeof client === 'number' && Number.isSafeInteger(client) && client > 0 ? { client } : {}
}
