// Where a page of doors by name ends, as the cursor that carries it.
import { z } from 'zod'
import { id } from '@gatehouse/contract/shapes'
import { invalid } from '../../kit/errors.ts'

export interface NamePlace {
  readonly name: string
  readonly id: string
}

const shape = z.tuple([id, z.string()])

export const nameCursor = (last: NamePlace): string =>
  Buffer.from(JSON.stringify([last.id, last.name])).toString('base64url')

export const namePlace = (cursor: string | undefined): NamePlace | undefined => {
  if (cursor === undefined) return undefined
  const parsed = shape.safeParse(jsonIn(Buffer.from(cursor, 'base64url').toString()))
  if (!parsed.success || parsed.data[1].includes('\0'))
    throw invalid([{ field: 'cursor', message: 'This is not a cursor of this list.' }])
  return { id: parsed.data[0], name: parsed.data[1] }
}

const jsonIn = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
