// A visitor pass on paper: on a page of its own, without the rest of the screen.
import type { Pass } from '@gatehouse/contract/access/passes'
import { printPage } from '../../ui/tables/save-and-print.ts'
import { qrSource } from '../../ui/charts/qr-code.tsx'

export const printPass = (pass: Pass, code: string, show: (moment: string) => string): void =>
  printPage((page, go) => {
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
    page.body.append(
      line('h1', pass.visitor),
      ...(pass.company === '' ? [] : [line('p', pass.company)]),
      picture,
      ...(pass.host ? [line('p', `Host: ${pass.host.name}`)] : []),
      line('p', `From ${show(pass.from)}`),
      line('p', `Until ${show(pass.to)}`),
    )
    picture.addEventListener('load', go, { once: true })
    picture.src = qrSource(code)
  })
