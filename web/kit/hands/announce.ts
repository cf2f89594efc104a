// What has just happened, said to who cannot see it: one polite live region for the whole document.
const livesForMs = 3_000
// A region that is new to a screen reader says nothing of what it was born with.
const settlesInMs = 60

/** `show` makes the element of an announcement and answers with how to take it away. */
export const createAnnouncer =
  (show: (text: string) => () => void) =>
  (text: string): void => {
    setTimeout(() => {
      const takeAway = show(text)
      setTimeout(takeAway, livesForMs)
    }, settlesInMs)
  }

const regionId = 'announcements'

// Everything behind an open dialog is out of reach of screen readers: then the region lies in the dialog.
const regionNow = (): HTMLElement => {
  const host = [...document.querySelectorAll('dialog:modal, [aria-modal="true"]')].at(-1) ?? document.body
  const region = document.getElementById(regionId) ?? newRegion()
  if (region.parentElement !== host) host.append(region)
  return region
}

const newRegion = (): HTMLElement => {
  const region = document.createElement('div')
  region.id = regionId
  region.className = 'visually-hidden'
  region.setAttribute('aria-live', 'polite')
  return region
}

const announcer = createAnnouncer((text) => {
  const message = document.createElement('p')
  message.textContent = text
  regionNow().append(message)
  return () => message.remove()
})

export const announce = (text: string): void => {
  regionNow()
  announcer(text)
}
