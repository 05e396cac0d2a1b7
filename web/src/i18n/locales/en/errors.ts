import { type ErrorCode, errorCatalogue } from '@packboard/model'

/** What went wrong, by code; the words are those of the model. Other languages say the same codes. */
export const errors = {
  // Entries taken from the model's catalogue have its codes.
  ...(Object.fromEntries(
    Object.entries(errorCatalogue).map(([code, { message }]) => [code, message]),
  ) as { readonly [Code in ErrorCode]: (typeof errorCatalogue)[Code]['message'] }),
  /** No answer came. */
  unreachable: 'Server error!',
  /** A failure that says nothing of itself. */
  unexplained: 'An error occurred',
} as const
