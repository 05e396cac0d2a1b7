/** D55: machines of one client; each is a card of one page, and an event of one stream. */
export const machinesPerClient = 2_000
