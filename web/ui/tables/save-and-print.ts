// What leaves the page: a file for the disk, a sheet for the printer.

export const saveFile = (bytes: Blob, name: string): void => {
  const url = URL.createObjectURL(bytes)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then; some do so only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Prints the text alone, on a page of its own. */
export const print = (text: string): void =>
  printPage((page, go) => {
    const sheet = page.createElement('pre')
    sheet.textContent = text
    page.body.append(sheet)
    go()
  })

/** Prints what `draw` puts on a page of its own, once it says so. */
export const printPage = (draw: (page: Document, go: () => void) => void): void => {
  const frame = document.createElement('iframe')
  // Some browsers print nothing of a frame that is not drawn.
  frame.className = 'visually-hidden'
  frame.title = 'What is printed'
  document.body.append(frame)
  const { contentDocument: page, contentWindow: view } = frame
  if (page) draw(page, () => view?.print())
  setTimeout(() => frame.remove(), 60_000)
}
