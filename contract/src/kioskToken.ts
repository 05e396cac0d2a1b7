/** How the token of a wall link is distinguished from that of a session. */
export const kioskTokenPrefix = 'wall.'
