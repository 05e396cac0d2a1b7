import type { ReactNode } from 'react'

/** A part of a text that is only heard: the eye sees it from what stands around. */
export const spoken = (inner: ReactNode): ReactNode => <span className="spoken">{inner}</span>

/** The same part where it is seen as well. */
export const plain = (inner: ReactNode): ReactNode => inner
