/** D55: machines of one client; each is a card of one page, and an event of one stream. */
export const machinesPerClient = 2_000

/**
 * What an administrator may set for the whole installation (D84), with the least and the most: megabytes that a device sends
 * in a day, and the quarantined records and megabytes that are stored of one machine.
 */
export const limitRanges = {
  deviceMegabytesPerDay: { min: 64, max: 999_999 },
  quarantineRecords: { min: 1_000, max: 999_999 },
  quarantineMegabytes: { min: 1, max: 999_999 },
} as const

export type LimitName = keyof typeof limitRanges
export type InstallationLimits = { readonly [Name in LimitName]: number }

/** From this share of a limit on, a device or machine is near it. */
export const nearLimitShare = 0.8

/** Saved views of one person of one client, and letters of the name of one. */
export const savedViewLimits = { ofPerson: 100, name: 80 } as const
