// `profile.picture`, apart from the rest of that domain: every page of the application shows pictures, and need not load
// the rules that names and passwords keep to.
import { z } from 'zod'
import { bytes, query } from '../operation.ts'
import { id } from '../shapes.ts'

export const picture = query('profile.picture', 'GET /pictures/{pictureId}/{size}', 'signed-in', {
  sentence: ['Viewed', 'a profile picture'],
  summary: 'A profile picture of somebody of the company',
  input: z.object({ pictureId: id, size: z.enum(['small', 'medium', 'large']) }),
  output: bytes,
  download: 'image/webp',
  link: true,
})
