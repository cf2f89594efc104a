// Up to when the building's story has been told, kept on disk so that a restart makes up for what it missed.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const shape = z.object({ until: z.iso.datetime() })

const fileIn = (folder: string) => join(folder, 'told.json')

/** null: never told, or not known. */
export const readBookmark = (folder: string): number | null => {
  try {
    return Date.parse(shape.parse(JSON.parse(readFileSync(fileIn(folder), 'utf8'))).until)
  } catch {
    return null
  }
}

export const writeBookmark = (folder: string, until: number) => {
  const file = fileIn(folder)
  writeFileSync(`${file}.new`, JSON.stringify({ until: new Date(until).toISOString() }))
  renameSync(`${file}.new`, file)
}
