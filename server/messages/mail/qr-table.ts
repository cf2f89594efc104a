// A QR code as a table of cells: mail programs show no SVG, and pictures only where they are allowed to.
import { encode } from 'uqr'

const cell = 6
const quiet = 4

/** Cells of one colour beside each other are one: a letter that is too long is cut off. */
export const drawnQr = (text: string): string => {
  const { data, size } = encode(text, { ecc: 'M', border: quiet })
  const rows = data.map((row) => {
    const runs: { dark: boolean; length: number }[] = []
    for (const dark of row) {
      const last = runs.at(-1)
      if (last?.dark === dark) last.length++
      else runs.push({ dark, length: 1 })
    }
    return `<tr height="${cell}">${runs.map(drawnRun).join('')}</tr>`
  })
  return `<table role="img" aria-label="QR code of your pass" cellpadding="0" cellspacing="0" border="0" width="${size * cell}"
style="margin:0 0 16px;table-layout:fixed;border-collapse:collapse;background:#ffffff;font-size:0;line-height:0">${columns(size)}${rows.join('')}</table>`
}

const columns = (size: number) => `<colgroup><col span="${size}" width="${cell}"></colgroup>`

const drawnRun = ({ dark, length }: { readonly dark: boolean; readonly length: number }) =>
  `<td colspan="${length}" bgcolor="${dark ? '#000000' : '#ffffff'}"></td>`
