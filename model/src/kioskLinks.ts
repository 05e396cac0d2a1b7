/** What a link shows without a sign-in: the wall of a hall, or the page of the operators on a tablet at a machine (D74). */
export const kioskKinds = ['board', 'operator'] as const
export type KioskKind = (typeof kioskKinds)[number]

/** D55: limits of a link for operators. */
export const kioskLimits = {
  /** Names that one link offers, and letters of one. */
  names: 60,
  nameLength: 40,
  /** Hours for which a chosen name holds on a tablet: longer than any shift; for as many more it is known as one that had the PIN. */
  passHours: 16,
  /** Wrong PINs at once, and minutes until one more is tried: of a tablet with a pass, and of all others of a link together. */
  wrongPins: 5,
  wrongPinMinutes: 5,
  /** Wrong ones on a PIN of fewer digits than a new one has, until it has to be replaced. */
  shortPinTries: 100,
  /** Passes of one name; the oldest ends when there is one more. */
  passesPerName: 50,
  /** A tablet reads and names stops of so many hours. */
  hours: 24,
} as const

/** Six to eight digits; PINs that were set before may have four. */
export const pinForm = /^\d{6,8}$/
