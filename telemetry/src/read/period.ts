/** A window of time; half-open: `to` is not part of it. */
export type Period = { readonly from: Date; readonly to: Date }
