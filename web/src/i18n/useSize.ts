import { useLocale } from './useLocale.ts'

/** Bytes as a person reads them: kilobytes, megabytes or gigabytes, in the page's language. */
export function useSize(): (bytes: number) => string {
  const locale = useLocale()
  return (bytes) => {
    const [unit, least] =
      bytes < 1e6
        ? (['kilobyte', 1e3] as const)
        : bytes < 1e9
          ? (['megabyte', 1e6] as const)
          : (['gigabyte', 1e9] as const)
    return new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: unit === 'kilobyte' ? 0 : 1,
    }).format(bytes / least)
  }
}
