// Sets the theme and density before the first paint. Its own blocking file because the CSP allows no inline script.
;(() => {
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const stored = read('themeMode')
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const root = document.documentElement
  root.dataset.theme = stored === 'light' || stored === 'dark' ? stored : system
  root.dataset.density = read('density') === 'compact' ? 'compact' : 'comfortable'
})()
