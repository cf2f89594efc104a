// The one file of a call, as it was sent.
import type { Operation } from '@gatehouse/contract/operation'
import type { FastifyRequest } from 'fastify'
import { invalid, Refusal } from '../errors.ts'

/** Trusted in nothing. */
export interface SentFile {
  readonly bytes: Buffer
  /** What the sender says it is. */
  readonly type: string
}

/** Throws a refusal that names the field: 422 where there is none, 413 where it is larger than the operation allows. */
export const fileOf = async (
  request: FastifyRequest,
  { field, bytes, tooLarge }: NonNullable<Operation['upload']>,
): Promise<SentFile> => {
  const missingFile = () => invalid([{ field, message: 'Choose a file' }])
  if (!request.isMultipart()) throw missingFile()
  const limits = { fileSize: bytes, files: 1, fields: 20, parts: 21 }
  const file = await request.file({ limits, throwFileSizeLimit: false })
  if (!file || file.fieldname !== field) throw missingFile()
  const sent = await file.toBuffer()
  // Asked for at the end: what is beyond the limit may come when all pieces that are within it have been read.
  if (file.file.truncated) throw new Refusal(413, 'TOO_LARGE', tooLarge, [{ field, message: tooLarge }])
  return { bytes: sent, type: file.mimetype }
}

export type FileKind = 'png' | 'jpeg' | 'webp' | 'gif' | 'svg' | 'pdf'

const marks: readonly (readonly [FileKind, (begin: string) => boolean])[] = [
  ['jpeg', (begin) => begin.startsWith('\xff\xd8\xff')],
  ['png', (begin) => begin.startsWith('\x89PNG\r\n\x1a\n')],
  ['gif', (begin) => begin.startsWith('GIF8')],
  ['webp', (begin) => begin.startsWith('RIFF') && begin.startsWith('WEBP', 8)],
  ['pdf', (begin) => begin.includes('%PDF-')],
  ['svg', (begin) => /<svg[\s>]/.test(begin)],
]

/** What a file is by its content, whatever its sender says; undefined where it is none of these. Read byte for byte; what comes before the mark of a PDF or an SVG is at most a declaration. */
export const fileKindOf = (bytes: Buffer): FileKind | undefined => {
  const begin = bytes.subarray(0, 2048).toString('latin1')
  return marks.find(([, isMarked]) => isMarked(begin))?.[0]
}
