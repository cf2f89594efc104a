// A visitor pass on paper: on a page of its own, without the rest of the screen.
import type { Pass } from '@gatehouse/contract/access/passes'
import { renderSVG } from 'uqr'

const retainedMs = 60_000

export const printPass = (pass: Pass, code: string, show: (moment: string) => string): void => {
  const frame = document.createElement('iframe')
  // Some browsers print nothing of a frame that is not drawn.
  frame.className = 'visually-hidden'
  frame.title = 'What is printed'
  document.body.append(frame)
  const page = frame.contentDocument
  if (!page) return
  page.title = `Visitor pass of ${pass.visitor}`
  page.body.style.cssText = 'font: 14pt/1.4 system-ui, sans-serif; text-align: center'
  const line = (tag: string, text: string) => {
    const made = page.createElement(tag)
    made.textContent = text
    return made
  }
  const picture = page.createElement('img')
  picture.style.cssText = 'width: 8cm; height: 8cm'
  picture.alt = 'QR code'
  const lines = [
    line('h1', pass.visitor),
    ...(pass.company === '' ? [] : [line('p', pass.company)]),
    picture,
    ...(pass.host ? [line('p', `To see ${pass.host.name}`)] : []),
    line('p', `From ${show(pass.from)}`),
    line('p', `Until ${show(pass.to)}`),
  ]
  page.body.append(...lines)
  picture.addEventListener('load', () => frame.contentWindow?.print(), { once: true })
  picture.src = `data:image/svg+xml,${encodeURIComponent(renderSVG(code, { border: 2, ecc: 'M' }))}`
  setTimeout(() => frame.remove(), retainedMs)
}
