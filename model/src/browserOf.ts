/** What a browser says of itself, as people call it. */
export type BrowserName = {
  /** `Firefox`; null where it is not recognised. */
  readonly browser: string | null
  /** `Windows`; null where it is not recognised. */
  readonly system: string | null
  readonly device: 'computer' | 'phone' | 'tablet'
}

/** The first that fits counts: most browsers also name those that they descend from. */
const browsers = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\b(?:Headless)?Chrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.* Safari\//, 'Safari'],
  [/^curl\//, 'curl'],
] as const

const systems = [
  [/\bWindows\b/, 'Windows'],
  [/\biPhone\b/, 'iOS'],
  [/\biPad\b/, 'iPadOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const

const firstOf = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([form]) => form.test(text))?.[1] ?? null

/** Browser, system and kind of device of a `User-Agent`, without their versions, so that an update is no other browser. */
export function browserOf(userAgent: string): BrowserName {
  const isTablet = /\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)
  const isPhone = /\biPhone\b|\bMobile\b/.test(userAgent)
  return {
    browser: firstOf(browsers, userAgent),
    system: firstOf(systems, userAgent),
    device: isTablet ? 'tablet' : isPhone ? 'phone' : 'computer',
  }
}
