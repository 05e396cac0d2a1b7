/**
 * The search of a link to the connection of a machine. It keeps the client of the address: were that added after the page
 * has opened, the router would leave it scrolled as the page before was.
 */
export const machineSearch =
  (machine: number) =>
  ({ client }: { readonly client?: number }) => ({
    ...(client !== undefined && { client }),
    machine,
  })
