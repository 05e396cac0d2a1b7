/** Where the answer of *Try it* waits for the panel, among the answers of the server: it goes with the session. */
export const triedKey = ['companyTried'] as const
