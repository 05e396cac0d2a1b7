import { lazy } from 'react'
import { needTexts } from '../../i18n/language.ts'

/** It comes after the figures of the page, with its texts. */
export const ShareLink = lazy(async () => {
  const [{ ShareLink }] = await Promise.all([import('./ShareLink.tsx'), needTexts('savedViews')])
  return { default: ShareLink }
})
