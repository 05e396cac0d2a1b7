/** What everybody knows of the demo: its accounts, in the order in which a stranger tries them, and their one password. */
export const demoAccounts = ['clientadmin', 'engineer', 'user', 'distributor', 'admin'] as const
export type DemoAccount = (typeof demoAccounts)[number]
export const demoPassword = 'packboard'
