// Of the offline page: back to where one was, as soon as that can be had.
;(() => {
  const look = async () => {
    const { ok } = await fetch('/api/health').catch(() => ({ ok: false }))
    if (ok) location.reload()
  }
  addEventListener('online', () => void look())
  setInterval(() => void look(), 10_000)
})()
