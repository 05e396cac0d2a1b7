/** The browser's IANA zone; every time on the screens is told in it, and the footer names it. */
export const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
