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
