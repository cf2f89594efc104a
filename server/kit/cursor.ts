// The keyset cursor of a list ordered by time and id: opaque to callers, refused when it is not one of ours.
import { invalid } from './errors.ts'

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(?:\d{3})?Z)_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

export const cursorOf = (at: string, id: string): string => Buffer.from(`${at}_${id}`).toString('base64url')

export const parseCursor = (cursor: string): { at: string; id: string } => {
  const match = shape.exec(Buffer.from(cursor, 'base64url').toString())
  if (!match?.[1] || !match[2] || !isMoment(match[1]))
    throw invalid([{ field: 'cursor', message: 'This is not a cursor of this list.' }])
  return { at: match[1], id: match[2] }
}

// With three or six digits of the second. Days that there are, in years that the store knows.
const isMoment = (at: string): boolean => {
  const time = Date.parse(at)
  return !Number.isNaN(time) && new Date(time).toISOString() === `${at.slice(0, 23)}Z` && at >= '0001'
}
