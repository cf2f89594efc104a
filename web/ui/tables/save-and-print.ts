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
export const print = (text: string): void => {
  const frame = document.createElement('iframe')
  // Some browsers print nothing of a frame that is not drawn.
  frame.className = 'visually-hidden'
  frame.title = 'What is printed'
  document.body.append(frame)
  const page = frame.contentDocument
  const sheet = page?.createElement('pre')
  if (page && sheet) {
    sheet.textContent = text
    page.body.append(sheet)
    frame.contentWindow?.print()
  }
  setTimeout(() => frame.remove(), 60_000)
}
