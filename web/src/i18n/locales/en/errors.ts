import { type ErrorCode, errorCatalogue } from '@packboard/model'

/** What went wrong, by code; the words are those of the model. Other languages say the same codes. */
export const errors = Object.fromEntries(
  Object.entries(errorCatalogue).map(([code, { message }]) => [code, message]),
  // Entries taken from the model's catalogue have its codes.
) as { readonly [Code in ErrorCode]: (typeof errorCatalogue)[Code]['message'] }
