// A public page is read before it is worked with: its scripts are fetched once it stands there with the pictures that are seen
// at once, and leave the line to those until then. Written into the page; what is pressed meanwhile counts once somebody answers.
;(() => {
  const longestMs = 2_000
  const againMs = 5_000
  const stillWantedMs = 10_000
  const { entry, scripts } = document.getElementById('page-data').dataset
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    takeOver()
  }
  // Browsers never ask again for a module that failed to arrive: none is imported before all of them are here.
  const arrive = async (href) => {
    const answer = await fetch(href)
    if (!answer.ok) throw answer
    await answer.blob()
  }
  const takeOver = () =>
    void Promise.all(scripts.split(' ').map(arrive))
      .then(() => import(entry))
      .catch(() => setTimeout(takeOver, againMs))
  // After the frame that shows them; a page that nobody looks at has none.
  const beginOnceThere = (pictures) => {
    const look = () => pictures.every(({ complete }) => complete) && requestAnimationFrame(() => setTimeout(begin))
    for (const picture of pictures) for (const end of ['load', 'error']) picture.addEventListener(end, look)
    look()
  }
  // It says after the first frame what is in sight; asking for places here would lay the page out before it.
  const sight = new IntersectionObserver((all) => {
    sight.disconnect()
    beginOnceThere(all.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => target))
  })
  for (const picture of document.images) sight.observe(picture)
  if (document.images.length === 0) beginOnceThere([])
  setTimeout(begin, longestMs)

  let pressed = null
  const remember = (event) => {
    const button = event.target.closest('button')
    if (button === null) return
    event.preventDefault()
    pressed = { button, at: Date.now() }
  }
  addEventListener('click', remember, true)
  addEventListener('takenover', () => {
    removeEventListener('click', remember, true)
    // What was pressed long ago has been given up.
    if (pressed && Date.now() - pressed.at < stillWantedMs) pressed.button.click()
    void fetchLetters().catch(console.info)
  })

  // Letters of our own come last, for the next page (theme.js): none changes under the eyes of who reads.
  const fetchLetters = async () => {
    const { letters } = document.documentElement.dataset
    if (letters === undefined) return
    await document.fonts.load("1em 'Inter Variable'")
    localStorage.setItem('letters', letters)
  }
})()
