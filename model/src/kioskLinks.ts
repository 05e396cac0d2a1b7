/** What a link shows without a sign-in: the wall of a hall, or the page of the operators on a tablet at a machine (D74). */
export const kioskKinds = ['board', 'operator'] as const
export type KioskKind = (typeof kioskKinds)[number]

/** D55: limits of a link for operators. */
export const kioskLimits = {
  /** Names that one link offers, and letters of one. */
  names: 60,
  nameLength: 40,
  /** Hours for which a chosen name holds on a tablet: longer than any shift. */
  passHours: 16,
  /** Wrong PINs of one link at once, and minutes until one more is tried. */
  wrongPins: 5,
  wrongPinMinutes: 5,
  /** A tablet reads and names stops of so many hours. */
  hours: 24,
} as const

/** Four to eight digits. */
export const pinForm = /^\d{4,8}$/
