// Files as they are sent for plans, written here: a PDF of coloured pages, and a drawing.

const colours = ['1 0 0', '0 1 0', '0 0 1']

/** A PDF whose pages are 400 by 200 points, each of one colour: red, green, blue, red… */
export const aPdf = (pages: number): Buffer => {
  const objects = ['<< /Type /Catalog /Pages 2 0 R >>', '']
  const kids: string[] = []
  for (let n = 0; n < pages; n++) {
    const content = `${colours[n % 3]} rg 0 0 400 200 re f`
    kids.push(`${objects.length + 1} 0 R`)
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents ${objects.length + 2} 0 R /Resources << >> >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    )
  }
  objects[1] = `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`
  let text = '%PDF-1.4\n'
  const at = objects.map((object, n) => {
    const offset = text.length
    text += `${n + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = at.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

/** A floor of two rooms. */
export const aDrawing = (more = ''): Buffer =>
  Buffer.from(
    `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="100">
      <rect x="5" y="5" width="90" height="90" fill="none" stroke="#334155"/>
      <rect x="105" y="5" width="90" height="90" fill="#00ff00" stroke="#334155"/>${more}</svg>`,
  )
