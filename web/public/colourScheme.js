// Before the first paint, so that a light screen does not begin with a dark flash. The same rules as src/theme/colourScheme.ts.
;(() => {
  let chosen = 'dark'
  try {
    chosen = localStorage.getItem('packboard.colourScheme') ?? chosen
  } catch {
    // Without storage nothing was chosen.
  }
  const wall = location.pathname === '/wall' || location.pathname === '/admin/wall'
  const light =
    !wall &&
    (chosen === 'light' ||
      (chosen === 'auto' && !matchMedia('(prefers-color-scheme: dark)').matches))
  document.documentElement.dataset.mantineColorScheme = light ? 'light' : 'dark'
})()
