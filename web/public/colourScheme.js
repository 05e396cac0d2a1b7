// Before the first paint, so that a light screen does not begin with a dark flash. The same rules as src/theme.
;(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Without storage nothing was chosen.
      return null
    }
  }
  const { pathname } = location
  const chosen =
    pathname === '/admin/wall'
      ? 'dark'
      : (kept(pathname === '/wall' ? 'packboard.wallColours' : 'packboard.colourScheme') ?? 'dark')
  const light =
    chosen === 'light' || (chosen === 'auto' && !matchMedia('(prefers-color-scheme: dark)').matches)
  const { dataset } = document.documentElement
  dataset.mantineColorScheme = light ? 'light' : 'dark'
  if (kept('packboard.density') === 'compact') dataset.density = 'compact'
})()
