// What a file is by its content, whatever its sender says.

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg' | 'pdf'

const marks: readonly (readonly [FileKind, (begin: string) => boolean])[] = [
  ['jpeg', (begin) => begin.startsWith('\xff\xd8\xff')],
  ['png', (begin) => begin.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', (begin) => begin.startsWith('GIF8')],
  ['webp', (begin) => begin.startsWith('RIFF') && begin.startsWith('WEBP', 8)],
  ['pdf', (begin) => begin.includes('%PDF-')],
  ['svg', (begin) => /<svg[\s>]/.test(begin)],
]

/** Undefined where it is none of these. Read byte for byte; what comes before the mark of a PDF or an SVG is at most a declaration. */
export const fileKindOf = (bytes: Buffer): FileKind | undefined => {
  const begin = bytes.subarray(0, 2048).toString('latin1')
  return marks.find(([, isMarked]) => isMarked(begin))?.[0]
}
