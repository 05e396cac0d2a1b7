/** In the address of a zoomed page: the window before zooming, for Reset zoom. */
export type ZoomSearch = { whole?: string }

/** `preset=last7d`, `2026-11-20T06:00_2026-11-21T18:00`, or `-` where the address named no window. */
const shape = /^(-|\w{1,32}|\d{4}-\d\d-\d\dT\d\d:\d\d_\d{4}-\d\d-\d\dT\d\d:\d\d)$/

/** Reads an address that may have been typed or cut. */
export function readZoomSearch({ whole }: Record<string, unknown>): ZoomSearch {
  return typeof whole === 'string' && shape.test(whole) ? { whole } : {}
}
