// What the first paint depends on: theme, density, whose letters, and whether somebody is signed in here. Its own blocking
// file, so that it runs before anything is drawn.
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
  const theme = stored === 'light' || stored === 'dark' ? stored : system
  const root = document.documentElement
  root.dataset.theme = theme
  root.dataset.density = read('density') === 'compact' ? 'compact' : 'comfortable'
  const { letters } = root.dataset
  if (letters !== undefined && letters === read('letters')) {
    delete root.dataset.letters
    // The page waits a moment for what is asked for this way; else they would come in mid-page, and move it.
    const ask = { rel: 'preload', as: 'font', crossOrigin: '', href: letters }
    document.head.append(Object.assign(document.createElement('link'), ask))
  }
  if (read('userInfo') !== null) root.dataset.signedIn = ''
  // A document whose own script does not arrive says so (shell/loading/loading-page.css).
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLScriptElement && target.type === 'module') root.dataset.failed = ''
    },
    true,
  )
  // The browser's own bar: of the theme that is shown, whatever the system's is.
  const ground = { light: '#f1f5f9', dark: '#0b1120' }[theme]
  for (const meta of document.querySelectorAll('meta[name=theme-color]')) meta.content = ground
})()
